"""What the two NWS games share: ship cards, gunnery arithmetic, torpedoes, damage and points. No game of its own."""
