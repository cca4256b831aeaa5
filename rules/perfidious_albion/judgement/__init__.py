"""The judgement of this game's captain: the value of a straddle, courses, orders."""
