"""What moves on a board between orders: water, light, smoke. Pictures alone: no rule ever reads them."""
