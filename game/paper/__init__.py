"""A battle on paper: counters, cards, charts, map and templates as a PDF, true to size, for a real table."""
