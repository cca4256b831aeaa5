"""What stands on the table before the first shot: cards and their grids, prices, the dockyard, models, crews."""
