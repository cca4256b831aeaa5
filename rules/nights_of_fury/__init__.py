"""The NWS range-band game: night actions and the campaign off Guadalcanal."""
