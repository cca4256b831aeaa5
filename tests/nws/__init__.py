"""Tests of what the two NWS games share."""
