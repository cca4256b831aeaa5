"""Tests of Battles for Empire 2."""
