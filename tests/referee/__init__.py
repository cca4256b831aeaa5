"""A second referee: whole games recomputed from their logs alone, with its own code and its own copies of the numbers.

It imports nothing of rules/: a game comes to it as the scenario and the list of its events in plain data.
"""
