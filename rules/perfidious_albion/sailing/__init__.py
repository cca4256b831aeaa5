"""Ships under way: courses, helms, the line ahead, collisions, rams, the ground."""
