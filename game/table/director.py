"""Who looks at the screen, who acts, when the screen must be handed over, and when a computer player moves."""

from __future__ import annotations

from collections.abc import Mapping

from game.table.thinker import Thinker, submit_choice
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import CAPTAIN, HUMAN, Choice, Player, Turn, make_player, take_turn

SPEEDS = (("slow", 1500), ("normal", 500), ("fast", 0))
HIDDEN = "hidden_movement"  # the option under which sides do not see everything of each other


class Director:
    """Keeps the order of players at one screen. A side whose player is None sits at this screen."""

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
        self.owed: Choice | None = None  # a computer player's choice that waits for real dice
        humans = self.humans
        self.viewer = "" if not humans else session.actor if session.actor in humans else humans[0]
        self.ask_always = False
        self.open_by_consent = False  # the players want no page between them while both see everything
        self._sight: tuple[object, bool] = (None, False)
        self.lent: tuple[str, ...] = ()  # sides of this screen that a computer player commands for the time being
        self.recap_from: dict[str, int] = dict.fromkeys(self.players, len(session.steps))

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides played at this screen."""
        return tuple(side for side, player in self.players.items() if player is None)

    @property
    def watching(self) -> bool:
        """Nobody at this screen plays."""
        return not self.humans

    @property
    def computer_to_act(self) -> bool:
        """Return whether a computer player has the move."""
        return not self.session.over and self.players.get(self.session.actor) is not None

    @property
    def secret(self) -> bool:
        """Return whether the players at this screen must not see each other's board."""
        if len(self.humans) < 2 or not (self.ask_always or self.hiding):
            return False
        return self.ask_always or not (self.open_by_consent and self.all_in_sight)

    @property
    def all_in_sight(self) -> bool:
        """Return whether every side sees the counters of the others: then no page is needed between players.

        Orders not carried out yet and torpedoes in the water may still be secret: the players are asked.
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
        """Return whether anything is hidden now: some side does not know the whole position."""
        system, state = self.session.system, self.session.state
        if system.open_table or not self.session.options.get(HIDDEN, True):
            return False
        return any(system.known_state(state, side) is not state for side in self.players)

    @property
    def reasons_open(self) -> bool:
        """Return whether the computer players' reasons give nothing away to anybody who looks."""
        return (self.watching and not self.lent) or not self.hiding

    def lend_to_computers(self) -> None:
        """Let computer players take over every side played at this screen; who looks sees no more than before."""
        self.lent = self.humans
        for number, side in enumerate(self.lent):
            self.players[side] = make_player(CAPTAIN, self.session.seed * 2 + number + 3)

    def take_back(self) -> None:
        """Give the lent sides back to the players here."""
        self.thinker.stop()
        self.owed = None
        self.players.update(dict.fromkeys(self.lent))
        self.lent = ()

    @property
    def handover_to(self) -> str:
        """The side that must sit down now; empty when the one who looks may go on."""
        actor = self.session.actor
        if self.session.over or not self.secret or actor == self.viewer or actor not in self.humans:
            return ""
        return actor

    def follow(self) -> bool:
        """Turn the screen to whoever acts, in open play. Return True when it turned."""
        actor = self.session.actor
        if self.secret or actor == self.viewer or actor not in self.humans:
            return False
        self.viewer = actor
        return True

    def name(self, side: str) -> str:
        """Return what a side is called."""
        return next((note.name for note in self.session.scenario.sides if note.key == side), side or "everybody")

    # ------------------------------------------------------------------ computer players

    @property
    def pace_ms(self) -> int:
        """How long a decision of a computer player is left on the screen when everybody only watches."""
        return SPEEDS[self.speed][1] if self.watching else 0

    def computer(self, now_ms: int) -> Turn | None:
        """Let a computer player think; the turn it took when its choice was ready and has been given."""
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
        """Carry a choice out. With real dice it may have to wait for a roll: DiceWanted, and it is given again."""
        self.owed = choice
        turn = submit_choice(choice, self.session, side)
        self.owed = None
        return turn

    def computer_at_once(self) -> Turn:
        """Let the computer player whose turn it is choose and act while we wait."""
        side = self.session.actor
        player = self.players[side]
        assert player is not None
        return take_turn(player, Seat(self.session, side))
