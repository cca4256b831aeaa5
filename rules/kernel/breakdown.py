"""Breakdowns: a roll with all its parts, made once by the rules and shown everywhere.

The parts: a need and its terms, the dice and their modifiers, exceptions that waived a modifier, natural rolls that
decide whatever is added, and numbers calculated before. The preview of an order has the same record as the roll that
follows. Whatever shows it (log, dice tray, aim card, text play) reads its lines and calculates nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record

HIDDEN_PART = "dice, need and other modifiers: hidden"
MOST_DICE = 4  # of one roll whose chance is counted fall by fall


class Waived(Record, frozen=True):
    """An exception that applied: the modifier that does not count, the reason, and the rule."""

    value: int
    label: str
    why: str
    rule: str


class Natural(Record, frozen=True):
    """A sum of the faces that decides whatever is added: it always succeeds, or never."""

    total: int
    makes: bool
    label: str
    rule: str


class Fact(Record, frozen=True):
    """Something a roll depends on that is not a number to be added."""

    label: str
    rule: str


class Working(Record, frozen=True, kw_only=True):
    """A number worked out before the roll. `total` is the sum of the terms, all in 1/`parts` of the unit.

    As a `ratio` it is the first term in per cent of the second, rounded down.
    """

    label: str
    rule: str
    terms: tuple[Modifier, ...]
    total: int
    unit: str = ""
    parts: int = 1
    ratio: bool = False

    @property
    def adds_up(self) -> bool:
        """Return whether the terms make the total."""
        if self.ratio:
            one, other = (term.value for term in self.terms)
            return self.total == 100 * one // other
        return self.total == sum_modifiers(self.terms)


class Breakdown(Record, frozen=True, kw_only=True):
    """One roll: its purpose, the dice, the need and the modifiers, each term with its rule.

    `terms` add up to the need (none: a printed number); `modifiers` are added to the faces. In a `pool` every die is
    compared with the need by itself; nothing is summed. `low`: succeeds with the need or less, but not less than the
    `floor`. With a `count` of 0 no die is rolled: the result is certain.
    """

    what: str
    rule: str
    count: int
    sides: int
    need: int | None = None
    low: bool = False
    floor: int = 0
    pool: bool = False
    terms: tuple[Modifier, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    waived: tuple[Waived, ...] = ()
    naturals: tuple[Natural, ...] = ()
    workings: tuple[Working, ...] = ()
    facts: tuple[Fact, ...] = ()
    note: str = ""
    die: str = ""  # colour of the dice of a roll that has several: black, white; such rolls lie in the tray together

    @property
    def modifier_total(self) -> int:
        """What the modifiers come to."""
        return sum_modifiers(self.modifiers)

    @property
    def on_dice(self) -> int | None:
        """What the faces themselves must show; None without a need."""
        return None if self.need is None else self.need - self.modifier_total

    @property
    def adds_up(self) -> bool:
        """Return whether the terms make the need and everything worked out before is right."""
        return (not self.terms or sum_modifiers(self.terms) == self.need) and all(one.adds_up for one in self.workings)

    def known_to(self, side: str) -> tuple[Modifier, ...]:
        """Return the modifiers that a side may know."""
        return tuple(term for term in self.modifiers if not term.to or side in term.to)

    def total(self, faces: Sequence[int]) -> int:
        """Return faces and modifiers together.

        Of a pool how many dice make the need, all of them when there is none.
        """
        if self.pool:
            return sum(self._makes(face + self.modifier_total) for face in faces)
        return sum(faces) + self.modifier_total

    def is_made_by(self, faces: Sequence[int]) -> bool:
        """Return whether these faces make the need, or any die of a pool does; False without a need."""
        if self.need is None:
            return False
        return self.total(faces) > 0 if self.pool else self.makes(sum(faces))

    def makes(self, fallen: int) -> bool:
        """Return whether a sum of the faces makes the need, naturals included."""
        natural = next((one for one in self.naturals if one.total == fallen), None)
        return self._makes(fallen + self.modifier_total) if natural is None else natural.makes

    def deciding_natural(self, faces: Sequence[int]) -> Natural | None:
        """Return the natural sum that reversed the result of these faces, if one did."""
        found = next((one for one in self.naturals if one.total == sum(faces)), None)
        return found if found is not None and found.makes != self._makes(self.total(faces)) else None

    def _makes(self, number: int) -> bool:
        if self.need is None:
            return True
        return self.floor <= number <= self.need if self.low else number >= self.need

    @property
    def chance(self) -> Fraction | None:
        """How often the need is made, exactly; None without a need, or with more dice than can be counted."""
        if self.need is None or self.count > MOST_DICE:
            return None
        falls = list(product(range(1, self.sides + 1), repeat=self.count))
        return Fraction(sum(map(self.is_made_by, falls)), len(falls))

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that has a part in it, the roll's own first."""
        found = [self.rule]
        for one in self.workings:
            found += [one.rule, *(term.rule for term in one.terms)]
        found += [term.rule for term in (*self.terms, *self.modifiers)]
        found += [skipped.rule for skipped in self.waived]
        found += [fact.rule for fact in self.facts]
        return tuple(dict.fromkeys(found))


class SumLine(Record, frozen=True):
    """One line of a breakdown as it is reported: what it is, its number, and the rule. `struck`: it does not count."""

    kind: str  # worked, term, need, modifier, dice, waived, natural, fact
    text: str
    value: str
    rule: str
    struck: bool = False

    @property
    def words(self) -> str:
        """Return number and words in a row; a target number stands behind its words."""
        if self.kind in ("need", "dice") and self.value:
            return f"{self.text}: {self.value}"
        return f"{self.value} {self.text}".strip()


def format_signed(value: int) -> str:
    """Return a number with its sign, a minus and not a hyphen, thousands apart: +2, −1, +3,500."""
    return f"{value:+,d}".replace("-", "−")


def format_fraction(value: int, parts: int = 1, sign: bool = False) -> str:
    """Return a number in 1/`parts` of its unit, whole or with the decimals it needs: 4750 of 100 parts is 47.5."""
    whole, rest = divmod(abs(value), parts)
    if parts == 2:  # half points
        mark = "−" if value < 0 else "+" if sign else ""
        return f"{mark}{whole or '' if rest else whole}{'½' * rest}"
    digits = len(str(parts)) - 1
    tail = f".{rest * 10**digits // parts:0{digits}d}".rstrip("0") if rest else ""
    mark = "−" if value < 0 else "+" if sign else ""
    return f"{mark}{whole}{tail}"


def dice_words(count: int, sides: int, colour: str = "") -> str:
    """Return the dice of a roll: d6, 2d6, black d6."""
    words = f"{count}d{sides}" if count > 1 else f"d{sides}"
    return f"{colour} {words}" if colour else words


def sum_lines(throw: Breakdown) -> tuple[SumLine, ...]:
    """Return a breakdown before the dice fall, line by line, in the order of the calculation."""
    return tuple(_lines(throw))


def _lines(throw: Breakdown) -> Iterator[SumLine]:
    for one in throw.workings:
        yield from _sum_lines(one)
    for number, term in enumerate(throw.terms):
        yield SumLine(
            "term", term.label, format_signed(term.value) if number else format_fraction(term.value), term.rule
        )
    if throw.need is not None:
        yield SumLine("need", target_words(throw), _with_direction(throw, throw.need), throw.rule)
    else:
        dice = f"roll {dice_words(throw.count, throw.sides, throw.die)}" if throw.count else "no roll"
        yield SumLine("need", dice, "", throw.rule)
    for term in throw.modifiers:
        yield SumLine("modifier", term.label, format_signed(term.value), term.rule)
    if throw.modifiers and throw.on_dice is not None:
        needed = "roll needed on each die" if throw.pool else "roll needed"
        yield SumLine("dice", needed, _with_direction(throw, throw.on_dice), throw.rule)
    for skipped in throw.waived:
        yield SumLine(
            "waived", f"{skipped.label}: {skipped.why}", format_signed(skipped.value), skipped.rule, struck=True
        )
    for natural in throw.naturals:
        yield SumLine("natural", f"natural {natural.total}: {natural.label}", "", natural.rule)
    for fact in throw.facts:
        yield SumLine("fact", fact.label, "", fact.rule)


def _sum_lines(one: Working) -> Iterator[SumLine]:
    for number, term in enumerate(one.terms):
        value = format_fraction(term.value, one.parts, sign=bool(number) and not one.ratio)
        yield SumLine("worked", term.label, value if one.ratio else f"{value}{one.unit}", term.rule)
    unit = "%" if one.ratio else one.unit
    yield SumLine("worked", one.label, f"= {format_fraction(one.total, 1 if one.ratio else one.parts)}{unit}", one.rule)


def target_words(throw: Breakdown) -> str:
    """Return what the target number stands beside: `target number on 2d6`."""
    if throw.pool:
        return f"target number on each of {count_noun(throw.count, 'die', 'dice')} (d{throw.sides})"
    return f"target number on {dice_words(throw.count, throw.sides, throw.die)}"


def _with_direction(throw: Breakdown, number: int) -> str:
    """Return a target number, or the roll needed for it, with its direction: 7+, 4 or less, 5–7."""
    if throw.floor:
        return f"{throw.floor + number - (throw.need or 0)}–{format_fraction(number)}"
    return f"{format_fraction(number)} or less" if throw.low else f"{format_fraction(number)}+"


def roll_text(throw: Breakdown, faces: Sequence[int], verdict: str = "", whole: bool = True) -> str:
    """Return a roll in one line: faces, modifiers, total, need, what decided.

    `whole`: with everything else it depends on.
    """
    dice = dice_words(len(faces), throw.sides, throw.die)
    shown = ", ".join(map(str, faces)) if throw.pool else " + ".join(map(str, faces))
    terms = "".join(f"  {term_words(term)}" for term in throw.modifiers)
    plain = throw.pool or (len(faces) == 1 and not throw.modifiers)
    total = "" if plain else f" = {format_fraction(throw.total(faces))}"
    besides = _other_words(throw) if whole or not faces else ""
    if not faces:
        return f"no roll{_verdict(throw, faces, verdict)}{besides}"
    return f"{dice}: {shown}{terms}{total}{_against(throw, faces, whole)}{_verdict(throw, faces, verdict)}{besides}"


def visible_modifiers(modifiers: Iterable[Modifier]) -> str:
    """Return the modifiers a side may know in one line. The rest is called hidden, even if there is none."""
    return "  ".join([*(term_words(term) for term in modifiers), HIDDEN_PART])


def _against(throw: Breakdown, faces: Sequence[int], whole: bool) -> str:
    if throw.need is None:
        return ""
    terms = ", ".join(_made_of(throw)) if whole else ""
    made_of = f" ({terms})" if terms else ""
    needed = f", needed {_with_direction(throw, throw.need)}"
    if not throw.pool:
        return f"{needed}{made_of}"
    changed = throw.on_dice not in (None, throw.need)
    on_die = f", so {_with_direction(throw, throw.need - throw.modifier_total)} on the die" if changed else ""
    return f"{needed} each{on_die}{made_of}: {count_noun(throw.total(faces), 'hit')}"


def _verdict(throw: Breakdown, faces: Sequence[int], verdict: str) -> str:
    natural = throw.deciding_natural(faces)
    decided = f"natural {natural.total}, {natural.label} [{natural.rule}]" if natural is not None else ""
    words = ": ".join(word for word in (verdict, decided) if word)
    return f": {words}" if words else ""


def _other_words(throw: Breakdown) -> str:
    parts = [f"not {waived_words(one)}" for one in throw.waived]
    parts += [f"{one.label} {working_words(one)}" for one in throw.workings]
    parts += [fact.label for fact in throw.facts]
    return "".join(f"; {part}" for part in parts)


def _made_of(throw: Breakdown) -> Iterator[str]:
    for number, term in enumerate(throw.terms):
        yield term_words(term) if number else f"{format_fraction(term.value)} {term.label}"


def term_words(term: Modifier) -> str:
    """Return a modifier as it stands in a line: −1 night, target dark."""
    return f"{format_signed(term.value)} {term.label}"


def waived_words(one: Waived) -> str:
    """Return a waived modifier as it stands in a line, with its rule: −1 night, target dark: she burns [NoF-GUN-8]."""
    return f"{format_signed(one.value)} {one.label}: {one.why} [{one.rule}]"


def working_words(one: Working) -> str:
    """Return a number and its calculation in a line: 40% = 48% 4 guns at 12 % −8% the firer turned."""
    if one.ratio:
        first, second = one.terms
        one_in, other_in = format_fraction(first.value, one.parts), format_fraction(second.value, one.parts)
        sum_of = f"{one_in} {first.label} against {other_in} {second.label}"
        return f"{format_fraction(one.total)} %: {sum_of}"
    words = [
        f"{format_fraction(term.value, one.parts, sign=bool(number))}{one.unit} {term.label}"
        for number, term in enumerate(one.terms)
    ]
    return f"{format_fraction(one.total, one.parts)}{one.unit}: " + "  ".join(words)


def term_links(throw: Breakdown) -> Iterator[tuple[str, str]]:
    """Yield (words as they stand in `told`, their rule) of every term, to be made links to the rules."""
    for term in throw.modifiers:
        yield term_words(term), term.rule
    yield from zip(_made_of(throw), (term.rule for term in throw.terms), strict=True)
    for one in throw.waived:
        yield f"{format_signed(one.value)} {one.label}: {one.why}", one.rule
    for working in throw.workings:
        for term in working.terms:
            yield term.label, term.rule
    for fact in throw.facts:
        yield fact.label, fact.rule
