"""Real dice beside the computer: asks for a roll and its reason; results are entered by click or key and checked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial

from game.app import App
from game.hud.breakdown_rows import sum_markup
from game.stack import Home
from game.table.rule_citations import rule_link
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.kernel.dice import ImpossibleFace, TableDice
from rules.kernel.plurals import begin_sentence
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruling import Wanted

WIDTH = 560
MOST_FACES = 12  # dice with more sides have no button for every face
COUNTS = (
    tr_noop("no"),
    tr_noop("One"),
    tr_noop("Two"),
    tr_noop("Three"),
    tr_noop("Four"),
    tr_noop("Five"),
    tr_noop("Six"),
    tr_noop("Seven"),
    tr_noop("Eight"),
    tr_noop("Nine"),
    tr_noop("Ten"),
    tr_noop("Eleven"),
    tr_noop("Twelve"),
)


def ask_for_dice(
    app: App,
    book: Rulebook,
    dice: TableDice,
    wanted: Wanted,
    on_done: Callable[[], object],
    take_back: Callable[[], None] | None,
) -> None:
    """Ask for a roll; `on_done` is called when `dice` has its results, `take_back` when the order is undone.
    `take_back` None: the dice must be rolled, or the game left. Does nothing if a dialog is already open.
    """
    DiceDialog(app, book, dice, wanted, on_done, take_back).open()


class DiceDialog:
    """The dialog for one roll."""

    def __init__(
        self,
        app: App,
        book: Rulebook,
        dice: TableDice,
        wanted: Wanted,
        on_done: Callable[[], object],
        take_back: Callable[[], None] | None,
    ) -> None:
        self.app, self.book, self.dice, self.wanted = app, book, dice, wanted
        self.on_done, self.take_back = on_done, take_back
        self.faces: list[int] = []
        self.buttons: list[list[ui.Button]] = []
        self.field = ui.TextInput(
            "",
            "dice_faces",
            hint=self._hint(),
            limit=4 * wanted.count,
            on_change=self._on_text,
            on_submit=self._on_enter,
        )
        self.fault = ui.Label("", "dice_fault", colour="bad")
        self.tell_button = ui.Button(tr("Enter"), self.tell, "dice_tell", style="primary")
        throw = ui.Button(tr("Roll for me"), self.throw, "dice_throw")
        throw.tooltip = tr("The program makes this roll.")
        more: list[ui.Widget] = [throw, self.tell_button]
        if take_back is not None:
            more.insert(0, ui.Button(tr("Undo order"), self.give_up, "dice_back", style="quiet"))
        else:
            leave = ui.Button(tr("Quit"), self.leave, "dice_leave", style="quiet")
            leave.tooltip = tr("The game is saved. When you resume, enter the rolls of this order again.")
            more.insert(0, leave)
        body = ui.Column(*self._words(), *self._rows(), self.field, self.fault, gap=8)
        self.modal = ui.Modal(
            self._title(), body, more, id="dice_asked", dialog_width=WIDTH, on_cancel=take_back and self._on_cancel
        )

    def open(self) -> None:
        """Show the dialog with the focus on its text field."""
        self.app.tree.open(self.modal)
        self.app.tree.focus(self.field)
        self._update("")

    # ------------------------------------------------------------------ words

    def _title(self) -> str:
        count = COUNTS[self.wanted.count] if self.wanted.count < len(COUNTS) else str(self.wanted.count)
        colour = f"{self.wanted.die} " if self.wanted.die else ""
        return tr(
            "{number} {colour}{dice} with {sides} sides",
            number=tr(count),
            colour=colour,
            dice=tr("die") if self.wanted.count == 1 else tr("dice"),
            sides=self.wanted.sides,
        )

    def _hint(self) -> str:
        return tr("enter the results, 0 = 10") if self.wanted.sides == 10 else tr("enter the results")

    def _words(self) -> list[ui.Widget]:
        wanted = self.wanted
        what = begin_sentence(wanted.what)
        lines = [f"**{ui.escape(what)}** {rule_link(self.book, wanted.rule)}"]
        lines.append(sum_markup(wanted.breakdown, self.book))
        return [ui.RichText("\n".join(lines), "dice_words")]

    def _rows(self) -> list[ui.Widget]:
        """Return a row of faces for every die."""
        wanted = self.wanted
        if wanted.sides > MOST_FACES or wanted.count > MOST_FACES:
            return []
        rows: list[ui.Widget] = []
        for number in range(wanted.count):
            made = [
                ui.Button(str(face), partial(self._on_face, number, face), f"die_{number}_{face}", size="large")
                for face in range(1, wanted.sides + 1)
            ]
            for button in made:
                button.width = 42
            self.buttons.append(made)
            rows.append(ui.Row(*made, gap=5))
        return rows

    # ------------------------------------------------------------------ entering results

    def _on_text(self, text: str) -> None:
        """Read typed results: one digit for each die of up to ten sides; otherwise numbers separated by spaces."""
        faces, fault = read_faces(text, self.wanted.count, self.wanted.sides)
        self.faces = list(faces)
        self._update(fault)

    def _on_face(self, number: int, face: int) -> None:
        """Enter the result of one die; earlier dice without a result show the same until they get their own."""
        while len(self.faces) <= number:
            self.faces.append(0)
        self.faces[number] = face
        self.field.set_text(faces_text(self.faces, self.wanted.sides))
        self._update("")
        if self._complete():
            self.app.tree.focus(self.tell_button)

    def _complete(self) -> bool:
        return len(self.faces) == self.wanted.count and all(self.faces)

    def _update(self, fault: str) -> None:
        self.fault.set_text(fault)
        for number, row in enumerate(self.buttons):
            shown = self.faces[number] if number < len(self.faces) else 0
            for face, button in enumerate(row, start=1):
                style = "primary" if face == shown else "plain"
                if button.style != style:
                    button.style = style
                    button.invalidate()
        missing = self.wanted.count - sum(map(bool, self.faces))
        self.tell_button.set_enabled(
            self._complete() and not fault, fault or tr("Enter {missing} more.", missing=missing)
        )

    def _on_enter(self, text: str) -> None:
        if self.tell_button.enabled:
            self.tell()
        else:
            self.tell_button.press()

    def tell(self) -> None:
        """Submit the results; impossible ones are refused."""
        try:
            self.dice.tell(self.faces, self.wanted.count, self.wanted.sides)
        except ImpossibleFace as fault:
            self._update(f"{fault}.")
            return
        self.app.tree.close(self.modal)
        self.on_done()

    def throw(self) -> None:
        """Let the program make this roll."""
        self.faces = [secrets.randbelow(self.wanted.sides) + 1 for _ in range(self.wanted.count)]
        self.field.set_text(faces_text(self.faces, self.wanted.sides))
        self._update("")
        self.app.tree.focus(self.tell_button)

    def give_up(self) -> None:
        """Undo the order: none of its results has been entered yet."""
        self.app.tree.close(self.modal)
        self._on_cancel()

    def leave(self) -> None:
        """Return to the title page: the order was not given, and the game before it is saved."""
        self.app.tree.close(self.modal)
        self.dice.forget_rolls()
        self.app.change(Home())

    def _on_cancel(self) -> None:
        self.dice.forget_rolls()
        if self.take_back is not None:
            self.take_back()


def read_faces(text: str, count: int, sides: int) -> tuple[tuple[int, ...], str]:
    """Return (results, what is wrong with the text): `35` for two six-sided dice, `0` is a ten, `12 7` for larger
    dice.
    """
    words: Sequence[str] = text.replace(",", " ").split() if sides > 10 else [c for c in text if not c.isspace()]
    faces: list[int] = []
    for word in words:
        if not (word.isascii() and word.isdigit()):
            return tuple(faces), tr("{word} is not a die result.", word=f"{word!r}")
        face = 10 if sides == 10 and word == "0" else int(word)
        if not 1 <= face <= sides:
            return tuple(faces), tr("A die with {sides} sides cannot show {word}.", sides=sides, word=word)
        faces.append(face)
    if len(faces) > count:
        return tuple(faces[:count]), tr(
            "{faces} entered for {dice}.",
            faces=trn("{count} result", "{count} results", len(faces)),
            dice=trn("{count} die", "{count} dice", count),
        )
    return tuple(faces), ""


def faces_text(faces: Sequence[int], sides: int) -> str:
    """Return results as they are typed; a die without a result is a gap, or left out at the end."""
    signs = ["·" if not face else "0" if sides == 10 and face == 10 else str(face) for face in faces]
    return (" " if sides > 10 else "").join(signs)
