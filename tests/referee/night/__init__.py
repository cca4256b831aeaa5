"""The second referee of both night games: a second implementation, fed with the dice of a log.

It plays a game again from its scenario, its orders and the faces of its dice, and compares every roll, event, choice of
orders and point with what the log says. It shares no code with the rules: it was written from the sheets, the rulebooks
and the specification, with its own copies of the numbers.
"""
