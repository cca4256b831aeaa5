"""What people and computer players are shown: view, cards, panels, sketches, texts, and the value of a position."""
