"""What people and computers are shown: view, cards, panels, sketches, words, and what a position is worth."""
