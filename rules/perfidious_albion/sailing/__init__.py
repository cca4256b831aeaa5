"""Ship movement: courses, steering, line ahead, collisions, rams, grounding."""
