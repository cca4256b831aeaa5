"""A finished game retold: as one page for a browser, and as a short film."""
