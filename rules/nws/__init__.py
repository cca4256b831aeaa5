"""What the two NWS games share: cards, orders, spotting, gunnery, torpedoes, damage, points. No game of its own."""
