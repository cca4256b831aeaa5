"""A game at the terminal: who plays which side, what each side has already read, and how turns pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from game.skins import Skin
from game.table.event_scenes import EventScene, event_scenes, sum_of
from game.table.speech import caption_line, heading_lines, score_lines, sentence, strip_controls
from game.table.table import Table
from game.table.tutor import Tutor
from game.teach.guide import plain_lesson
from game.teach.guided import explanations_now, guide_of
from game.words import tr
from rules.kernel.flow import Command, Illegal
from rules.kernel.ruling import Rolled, is_visible_to
from rules.kernel.seat import Seat, VisibleStep
from rules.kernel.session import Session
from rules.kernel.view import Piece
from rules.players import Player
from rules.players.reasons import compare_words


def news_lines(session: Session, side: str, skin: Skin, steps: Sequence[VisibleStep]) -> Iterator[str]:
    """Yield the news of steps for a side: its own actions and small events as log lines, the rest scene by scene."""
    if not steps:
        return
    scenes = event_scenes(session, side, skin, steps[0].number, steps[-1].number + 1)
    of = {id(event): scene for scene in scenes for event in (*scene.events, *scene.rolls)}
    announced: set[int] = set()
    for step in steps:
        events = [event for event in session.steps[step.number].events if is_visible_to(event, side)]
        for caption, event in zip(step.captions, events, strict=True):
            scene = of.get(id(event))
            if scene is None:
                yield caption_line(caption)
            elif id(scene) not in announced:
                announced.add(id(scene))
                yield from scene_lines(scene)


def scene_lines(scene: EventScene) -> Iterator[str]:
    """Yield a scene's lines: its title with further results and its rule, then each roll."""
    text = ". ".join(part.rstrip(".") for part in (scene.title, scene.details_with(None)) if part)
    yield f"{text}. [{scene.rule}]"
    for roll in scene.rolls:
        yield f"  {_roll_line(roll)} [{roll.rule}]"


def _roll_line(roll: Rolled) -> str:
    return f"{roll.what[:1].upper()}{roll.what[1:]}: {sum_of(roll)}"


CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"
RULE_LINE = "-" * 72

Ask = Callable[[str], "str | None"]
Say = Callable[[str], None]


class SpokenTable:
    """A game in text. A side whose player is None is played at the keyboard. `ask(prompt)` returns a typed line, None
    at the end of input; `say(line)` prints one line; `wipe()` clears the screen.
    """

    def __init__(
        self,
        session: Session,
        players: Mapping[str, Player | None],
        ask: Ask,
        say: Say,
        wipe: Callable[[], None],
        reasons: bool = False,
        tutor: int = 0,
    ) -> None:
        """`tutor`: ask before an order that costs this many points of win chance; 0: never."""
        self.session = session
        self.table = Table(session, players, turns_by_itself=False)
        self.table.director.ask_always = True  # on a terminal, earlier lines stay readable
        self.table.sit("")  # no side is at the screen yet
        self.table.shown_steps = dict.fromkeys(self.table.shown_steps, 0)
        self.ask = ask
        self._say = say
        self.wipe = wipe
        self.reasons = reasons
        self.pending: Command | None = None  # full form of a shortened order, shown and not yet confirmed
        self.tutor = Tutor(session, lambda: tutor)
        self._warned = False  # warned already that orders are not on the disk
        self._guide = guide_of(session.scenario)
        self._explained: tuple[str, ...] = ()

    @property
    def players(self) -> Mapping[str, Player | None]:
        """Return the player of each side."""
        return self.table.director.players

    @property
    def side(self) -> str:
        """Return the side at the screen; empty at the start."""
        return self.table.side

    @property
    def system_board(self) -> str:
        """Return the kind of board: hex, bands or table."""
        return self.session.system.board

    @property
    def seat(self) -> Seat:
        """Return the seat of the side at the screen."""
        return self.table.seat

    def say(self, *lines: str) -> None:
        """Return the print function, made safe for a terminal."""
        for line in lines:
            self._say(strip_controls(line))

    def say_all(self, lines: Iterable[str]) -> None:
        """Print lines."""
        self.say(*lines)

    def name(self, side: str) -> str:
        """Return a side's name."""
        return self.table.director.name(side)

    def names(self) -> Mapping[str, str]:
        """Return the names of everything this side may know of, by id."""
        return self.table.names()

    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces this side sees."""
        return self.seat.view().pieces

    def news(self) -> None:
        """Print what has happened since this side last read the news, as far as it may know."""
        self.say_all(news_lines(self.session, self.side, self.table.skin, self.table.take_unseen_steps()))

    def explain(self) -> None:
        """In a guided battle tell what is decided in the phases that are new."""
        words = explanations_now(self._guide, self.session, self.side) if self._guide is not None else ()
        if words != self._explained:
            self._explained = words
            self.say_all(plain_lesson("\n".join(words)).splitlines())

    def submit(self, command: Command) -> bool:
        """Give an order and print its results or why it is refused. Return False if it is refused or taken back."""
        if self.tutor.wants(command) and self._takes_order_back(command):
            return False
        result = self.table.submit(command)
        refused = isinstance(result, tuple)
        if isinstance(result, tuple):
            self.say_all(refusal_lines(result))
        else:
            self.news()
        if self.session.not_saved:
            self.say(tr("NOT SAVED: {not_saved}", not_saved=self.session.not_saved))
            self._warned = True
        return not refused

    def _takes_order_back(self, command: Command) -> bool:
        """Ask about a blunder; return whether the player takes the order back."""
        advice = self.tutor.now(command)
        if advice is None:
            return False
        self.say(tr("Blunder warning: ") + advice.words)
        while True:
            answer = self.ask(tr("rethink, anyway or hint? "))
            word = answer.strip().casefold() if answer is not None else "anyway"
            if "rethink".startswith(word):
                return True
            if "hint".startswith(word):
                self.say(advice.hint)
                return True
            if "anyway".startswith(word):
                return False

    def warn(self) -> None:
        """Report at once when orders can no longer be saved, and when they can again."""
        if bool(self.session.not_saved) is self._warned:
            return
        self._warned = bool(self.session.not_saved)
        self.say(
            tr("NOT SAVED: {not_saved}", not_saved=self.session.not_saved)
            if self._warned
            else tr("All orders so far are saved again.")
        )

    def computer_turn(self) -> None:
        """Let a computer player act; print its reasons only if no information must stay hidden."""
        side, director = self.session.actor, self.table.director
        if self.reasons and director.watching:
            self.news()  # news of the setup come before the first order
        player, turn = self.players[side], self.table.computer_at_once().turn
        assert player is not None and turn is not None
        self.warn()
        if self.reasons and director.watching:
            self.say(f"> {self.name(side)} ({player.title}): {turn.choice.text or turn.choice.command}")
            self.say(tr("  why: {why}", why=turn.choice.why))
            for text, beyond in turn.choice.rejected:
                self.say(tr("  rejected: {text} ({compared})", text=text, compared=compare_words(beyond)))
        if self.side or director.watching:
            self.news()

    def give_screen(self, side: str) -> bool:
        """Give the screen to a side; two people hand it over. Return False at the end of input."""
        if side == self.side:
            return True
        if self.table.director.secret:
            self.wipe()
            self.say(
                RULE_LINE,
                tr("Hand over to {name}. The screen is cleared.", name=self.name(side)),
            )
            answer = self.ask(
                tr("{name}, press Enter when only you can see the screen (or type quit). ", name=self.name(side))
            )
            if answer is None or answer.strip().casefold() in ("quit", "exit"):
                return False
            self.wipe()
        first = self.table.shown_steps[side] == 0
        self.table.sit(side)
        if first:
            self.say_all(self.opening(side))
        else:
            self.say(tr("What has happened:"))
        self.news()
        self.say_all(heading_lines(self.seat.view()))
        return True

    def opening(self, side: str) -> Iterable[str]:
        """Print what a side reads before its first order."""
        scenario = self.session.scenario
        yield RULE_LINE
        yield f"{scenario.title}, {scenario.date}. {self.session.system.title}."
        yield scenario.briefing.strip()
        for note in scenario.sides:
            if note.key == side:
                yield tr("You command {note}. {brief}", note=note.name, brief=note.brief.strip())
        yield tr("Type help for all commands, look for the board, offers for your orders.")
        yield RULE_LINE

    def closing(self) -> None:
        """Yield how the game ended, with both sides' points."""
        outcome = self.session.state.outcome
        self.say(RULE_LINE)
        if outcome is not None:
            self.say(f"{outcome.title}. {sentence(outcome.why)} [{outcome.rule}]")
        self.say_all(score_lines(Seat(self.session, "").view().scores))


def refusal_lines(reasons: Iterable[Illegal]) -> Iterable[str]:
    """Return the reasons for a refusal, each with its rule."""
    yield tr("Not possible:")
    for item in reasons:
        yield f"  {item.reason}" + (f" [{item.rule}]" if item.rule else "")
