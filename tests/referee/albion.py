"""Perfidious Albion: a fixed battle recomputed order by order from the sheet and the house tables."""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.referee.albion_guns import PERCENT as PERCENT
from tests.referee.albion_guns import Guns
from tests.referee.albion_sight import check_totals
from tests.referee.albion_table import UNITS, Table
from tests.referee.albion_turn import Turn
from tests.referee.albion_water import Water
from tests.referee.record import Event, Game


def check(game: Game) -> None:
    """Check every shot, flood, move and order of a game; of one set up by the players only what the log shows."""
    check_totals(game)
    table = Table(game)
    if table.known:
        Referee(game, table).run()


class Referee:
    """One game followed event by event."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.guns, self.water, self.turn = Guns(game, table), Water(game, table), Turn(game, table)
        self.roll: Event = {}
        self.grid = _target_grid(int(table.target[1])) if table.target else {}

    def run(self) -> None:
        """Follow the game from its first event to its last."""
        for step in self.game.steps or [{"command": None, "events": self.game.events}]:
            if step["command"] is not None:
                self._order(step["command"])
            for event in step["events"]:
                self._before(event)
                self.table.note(event)
                self._after(event)

    def _order(self, order: Event) -> None:
        if self.water.mover:
            self.water.end_of_move()
        for room in (self.guns, self.water, self.turn):
            room.check_order(order)

    def _before(self, event: Event) -> None:
        """Compare an event with the table before it."""
        kind = event["type"]
        if kind == "Rolled":
            self._check_rolls(event)
        elif kind == "Moved" and event["ship"] in self.table.ships:
            if self.water.mover:
                self.water.end_of_move()
            self.turn.moving(self.table.ships[event["ship"]], event)
        elif kind == "SearchlightLost":
            self.guns.light_lost(event)
        elif kind == "BoxLost":
            self.guns.box_lost(event)
            self.water.stove_in(event)
        elif kind in ("Flooded", "StayedDry"):
            self.water.tested_box(event)
        elif kind in ("Sunk", "Surrendered", "LeftTable", "Exploded"):
            self.turn.lost_ship(event)
        elif kind == "CargoDestroyed":
            self.turn.cargo_gone(event)
        elif kind == "PhaseBegan":
            if self.water.mover:
                self.water.end_of_move()
            if event["number"] == 1:
                self.turn.new_turn()
        elif kind == "FloodsTaken":
            self.guns.floods(event)
            self.water.shot_under_water(event, self.guns.fallen)
            if event["why"] == "hull stove in":
                self.water.stove_in(event)

    def _check_rolls(self, event: Event) -> None:
        self.roll = event
        self.guns.rolls(event)
        self.turn.check_crew_roll(event)
        self.water.roll = event

    def _after(self, event: Event) -> None:
        """Compare an event with the table after it."""
        kind = event["type"]
        if kind == "Moved" and event["ship"] in self.table.ships:
            self.water.note_course(self.table.ships[event["ship"]])
        elif kind == "GunsFired":
            self.guns.check_shot(event, self.roll)
            if event["ship"] in self.table.ships and event["ship"] not in self.table.firers:
                self.table.firers.append(event["ship"])
        elif kind in ("ShotFell", "BatteryHit"):
            self.guns.fell(event)
        elif kind in ("Penetrated", "Bounced"):
            self.guns.went(event, kind == "Penetrated")
        elif kind == "SpeedLost":
            self.guns.check_speed_loss(event)
        elif kind == "MarkerPlaced":
            self.water.check_marker(event)
        elif kind == "MarkerMet":
            self.water.check_passage(event)
        elif kind in ("TorpedoHit", "TorpedoMissed"):
            self.water.torpedo(event, kind == "TorpedoHit")
        elif kind == "MarkerRanOn":
            self.water.ran_on(event)
        elif kind == "MarkerRemoved":
            self.water.check_removal(event)
        elif kind == "MinesMet":
            self.water.mines(event)
        elif kind in ("MineHit", "MineMissed"):
            self.water.mine(event, kind == "MineHit")
        elif kind == "Rammed":
            self.water.check_ram(event)
        elif kind == "Collided":
            self.water.check_collision(event)
        elif kind in ("RanAground", "PassedFoulGround"):
            self.water.ground(event, kind == "RanAground")
        elif kind in ("Repaired", "RepairFailed"):
            self.turn.check_repair(event, kind == "Repaired")
        elif kind == "TargetBoxHit":
            self.turn.box_hit(event, self.grid)
        elif kind == "BombardmentTurnUsed":
            self.turn.turn_used(event)
        elif kind == "WorkDestroyed":
            self.turn.work_gone(event)
        elif kind == "TurnScored":
            self.turn.check_score(event)
        elif kind == "GameEnded":
            self.turn.check_end(event)


def _target_grid(chart: int) -> dict[tuple[int, int], str]:
    """Return the boxes of a bombardment chart that hold something."""
    data = yaml.safe_load((Path(UNITS) / "targets.yaml").read_text("utf-8"))["targets"][chart]
    return {
        (section, level): word
        for level, line in enumerate(data["grid"], 1)
        for section, word in enumerate(line.split(), 1)
        if word != "."
    }
