"""Ships, works and targets: cards and their grids, prices, the dockyard, models, crews."""
