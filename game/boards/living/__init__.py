"""What moves on a board between orders: water, light, smoke. Decoration only: no rule reads it."""
