"""The order of play at one screen: who views it, who acts, when it is handed over, when a computer player moves."""

from __future__ import annotations

from collections.abc import Mapping

from game.table.thinker import Thinker, submit_choice
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import CAPTAIN, HUMAN, Choice, Player, Turn, make_player, take_turn

SPEEDS = (("slow", 1500), ("normal", 500), ("fast", 0))
HIDDEN = "hidden_movement"  # the option that hides information between the sides


class Director:
    """Manages the players at one screen. A side whose player is None is played at this screen."""

    def __init__(self, session: Session, players: Mapping[str, str | Player | None]) -> None:
        self.session = session
        self.players: dict[str, Player | None] = {}
        for number, note in enumerate(session.scenario.sides):
            chosen = players.get(note.key, HUMAN)
            if isinstance(chosen, str):
                self.players[note.key] = None if chosen == HUMAN else make_player(chosen, session.seed * 2 + number + 1)
            else:
                self.players[note.key] = chosen
        self.thinker = Thinker()
        self.paused = False
        self.single = False  # one more decision, then pause
        self.speed = 1
        self.rested_since = 0
        self.owed: Choice | None = None  # a computer player's choice waiting for real dice
        humans = self.humans
        self.viewer = "" if not humans else session.actor if session.actor in humans else humans[0]
        self.ask_always = False
        self.open_by_consent = False  # the players skip the handover page while both see everything
        self._sight: tuple[object, bool] = (None, False)
        self.lent: tuple[str, ...] = ()  # sides of this screen temporarily played by a computer player
        self.recap_from: dict[str, int] = dict.fromkeys(self.players, len(session.steps))

    @property
    def humans(self) -> tuple[str, ...]:
        """Return the sides played at this screen."""
        return tuple(side for side, player in self.players.items() if player is None)

    @property
    def watching(self) -> bool:
        """Return whether no side is played at this screen."""
        return not self.humans

    @property
    def computer_to_act(self) -> bool:
        """Return whether a computer player is to act."""
        return not self.session.over and self.players.get(self.session.actor) is not None

    @property
    def secret(self) -> bool:
        """Return whether the players at this screen must not see each other's board."""
        if len(self.humans) < 2 or not (self.ask_always or self.hiding):
            return False
        return self.ask_always or not (self.open_by_consent and self.all_in_sight)

    @property
    def all_in_sight(self) -> bool:
        """Return whether every side sees the counters of the others, so that no handover page is needed. Orders not
        carried out yet and torpedoes in the water may still be secret; the players are asked.
        """
        system, state = self.session.system, self.session.state
        if self._sight[0] is not state:
            whole = {piece.id: piece.at for piece in system.view(state, "").pieces}
            seen = (system.view(system.known_state(state, side), side).pieces for side in self.humans)
            known = [{piece.id: piece.at for piece in own if piece.known and not piece.ghost} for own in seen]
            self._sight = (state, all(found == whole for found in known))
        return self._sight[1]

    @property
    def hiding(self) -> bool:
        """Return whether some side does not know the whole position."""
        system, state = self.session.system, self.session.state
        if system.open_table or not self.session.options.get(HIDDEN, True):
            return False
        return any(system.known_state(state, side) is not state for side in self.players)

    @property
    def reasons_open(self) -> bool:
        """Return whether the computer players' reasons reveal nothing to the viewer."""
        return (self.watching and not self.lent) or not self.hiding

    def lend_to_computers(self) -> None:
        """Let computer players play all sides of this screen; the viewer sees no more than before."""
        self.lent = self.humans
        for number, side in enumerate(self.lent):
            self.players[side] = make_player(CAPTAIN, self.session.seed * 2 + number + 3)

    def take_back(self) -> None:
        """Return those sides to the players here."""
        self.thinker.stop()
        self.owed = None
        self.players.update(dict.fromkeys(self.lent))
        self.lent = ()

    @property
    def handover_to(self) -> str:
        """Return the side that must take over the screen now; empty if the viewer continues."""
        actor = self.session.actor
        if self.session.over or not self.secret or actor == self.viewer or actor not in self.humans:
            return ""
        return actor

    def follow(self) -> bool:
        """In open play, give the screen to the acting side. Return whether it changed."""
        actor = self.session.actor
        if self.secret or actor == self.viewer or actor not in self.humans:
            return False
        self.viewer = actor
        return True

    def name(self, side: str) -> str:
        """Return the name of a side."""
        return next((note.name for note in self.session.scenario.sides if note.key == side), side or "everybody")

    # ------------------------------------------------------------------ computer players

    @property
    def pace_ms(self) -> int:
        """Return how long a computer player's decision stays on the screen when everybody only watches."""
        return SPEEDS[self.speed][1] if self.watching else 0

    def computer(self, now_ms: int) -> Turn | None:
        """Let a computer player think; return its turn once its choice has been carried out."""
        if not self.computer_to_act or (self.paused and not self.single):
            return None
        side = self.session.actor
        if self.owed is not None:
            return self._carry_out(self.owed, side)
        if not self.thinker.busy:
            player = self.players[side]
            assert player is not None
            self.thinker.start(player, self.session, side)
            return None
        if not self.thinker.is_done or now_ms - self.rested_since < self.pace_ms:
            return None
        choice = self.thinker.fetch()
        self.rested_since = now_ms
        self.single = False
        return self._carry_out(choice, side)

    def _carry_out(self, choice: Choice, side: str) -> Turn:
        """Carry out a choice. With real dice it may need a roll: raises DiceWanted, and is called again."""
        self.owed = choice
        turn = submit_choice(choice, self.session, side)
        self.owed = None
        return turn

    def computer_at_once(self) -> Turn:
        """Let the computer player to act choose and act; wait for it."""
        side = self.session.actor
        player = self.players[side]
        assert player is not None
        return take_turn(player, Seat(self.session, side))
