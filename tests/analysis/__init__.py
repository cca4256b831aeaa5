"""Tests of what orders and dice were worth."""
