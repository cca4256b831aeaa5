"""Games between two computers. Imported only when such a game is opened; nothing else connects or listens."""
