"""Tests of Quickfire."""
