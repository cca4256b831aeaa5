"""A game told to somebody who was not there: as one page for a browser, and as a short film."""
