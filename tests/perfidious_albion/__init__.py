"""Tests of Perfidious Albion."""
