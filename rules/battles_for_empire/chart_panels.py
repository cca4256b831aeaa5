"""The charts as panels: conduct, fire, the odds of a machine gun, melee; what was rolled or is in force is lit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache

from rules.battles_for_empire.aiming import FACES, aim_terms, shot, targets
from rules.battles_for_empire.charts import COLUMNS, ROWS, Charts, Melee
from rules.battles_for_empire.conduct import COLUMN_NAMES, column_of, conduct_terms
from rules.battles_for_empire.eligibility import small_arm
from rules.battles_for_empire.machine_guns import chances
from rules.battles_for_empire.melee_needs import Strike, attackers_of, own_dice, strikes
from rules.battles_for_empire.state import Body, State, card, in_play, is_engaged, is_single_stand, unit_name
from rules.kernel.breakdown import format_signed
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.view import Cell, Panel

LIT = "lit"  # a chip under the words: what was rolled or is in force
MOST_NEEDS = 3
BANDS = ("close", "effective", "long")
MOVED_BY = {"mg": "BFE-MF-3", "gun": "BFE-ART-H3"}  # the rule about moving and firing; of all others BFE-MF-9


def signed_text(value: int) -> str:
    """Return a modifier as it is printed: a true minus, and no sign before 0."""
    return format_signed(value) if value else "0"


def _percent(part: Fraction) -> str:
    return f"{round(100 * part)} %"


# ---------------------------------------------------------------------- conduct


def conduct_chart(state: State, unit: Body) -> Panel:
    """Return the conduct chart of a unit: eight rows, three columns, its own column strong, its last roll lit.

    Rules: BFE-PUB-10, BFE-PUB-12, BFE-CON-H1, BFE-CON-H2.
    """
    kind, charts = card(state, unit), state.scene.charts
    column, last = column_of(state, unit), state.last_roll
    mine = last is not None and last.unit == unit.id

    def tone(name: str, number: int) -> str:
        rolled = mine and last is not None and last.column == name and min(7, max(0, last.total)) == number
        return LIT if rolled else "strong" if name == column else "soft"

    rows = conduct_rows(charts, kind.chart, tone)
    return Panel(
        id=f"{unit.id}/conduct",
        kind="table",
        title="Conduct",
        subtitle=charts.conduct_titles[kind.chart],
        header=("Die", *(COLUMN_NAMES[name] for name in COLUMNS)),
        rows=tuple(rows),
        notes=tuple(_conduct_notes(state, unit)),
        rule="BFE-CON-H1",
    )


def conduct_rows(
    charts: Charts, chart: str, tone: Callable[[str, int], str] = lambda name, number: ""
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of one conduct chart; tone: how a column's cell in a row is shown.

    Rules: BFE-PUB-12, BFE-CON-H8.
    """
    for number, word in enumerate(ROWS):
        cells = (
            Cell(
                charts.conduct[chart][name][number].text,
                tone(name, number),
                "BFE-PUB-12" if (chart, name) == ("BR", "shaken") else "BFE-CON-H8",
            )
            for name in COLUMNS
        )
        yield Cell(word.replace("<1", "below 1").replace("7+", "7 and over")), *cells


def _conduct_notes(state: State, unit: Body) -> Iterator[str]:
    last = state.last_roll
    if last is not None and last.unit == unit.id:
        yield f"Last: {last.total} on {COLUMN_NAMES[last.column]}: {last.result}."
    elif is_single_stand(state, unit) and not unit.shaken:
        yield "Guns and machine guns roll only when they are Shaken."
    if in_play(unit):
        terms = conduct_terms(state, unit)
        text = ", ".join(f"{signed_text(term.value)} {term.label}" for term in terms)
        total = f", in all {signed_text(sum_modifiers(terms))}" if len(terms) > 1 else ""
        yield f"Added to the die now: {text or 'nothing'}{total}."
    yield "Hexes on foot / mounted, of three inches each."


# ---------------------------------------------------------------------- fire


def fire_chart(state: State, unit: Body) -> Panel:
    """Return who hits with what: ranges of its weapon, then every modifier; those in force now are lit.

    Rules: BFE-FIR-H1 to BFE-FIR-H4, BFE-PUB-23, BFE-ART-H1.
    """
    marks = targets(state, unit) if in_play(unit) else ()
    terms = aim_terms(state, unit, state.units[marks[0]]) if marks else ()
    force = {term.label for term in terms}
    rows = [*_range_rows(state, unit), *_modifier_rows(state, unit, force)]
    need = state.scene.charts.fire.need
    notes = [f"Hits on {need} or more; the lines above are added to each die. A 6 always hits, a 1 never."]
    if marks:
        aimed = shot(state, unit, state.units[marks[0]])
        whom = unit_name(state, state.units[marks[0]])
        thrown = count_noun(aimed.dice, "die", "dice")
        notes.insert(0, f"At {whom}: {thrown} on {aimed.need} or more; its modifiers are highlighted.")
    return Panel(
        id=f"{unit.id}/fire",
        kind="table",
        title="Fire",
        subtitle="to hit",
        header=("", "die"),
        rows=tuple(rows),
        notes=tuple(notes),
        rule="BFE-FIR-H2",
    )


def _range_rows(state: State, unit: Body) -> Iterator[tuple[Cell, ...]]:
    charts, weapon = state.scene.charts, small_arm(state, unit)
    if weapon is None:
        first = 1
        for step in charts.artillery.pieces[card(state, unit).weapon].dice:
            yield Cell(f"{first}–{step.last} hexes"), Cell(f"{step.dice} dice", "", "BFE-ART-H1")
            first = step.last + 1
        return


def _modifier_rows(state: State, unit: Body, force: set[str]) -> Iterator[tuple[Cell, ...]]:
    charts, kind, weapon = state.scene.charts, card(state, unit), small_arm(state, unit)
    fire, alone = charts.fire, is_single_stand(state, unit)
    lines: list[tuple[str, int, str]] = [
        (f"{ordinal} Rate", fire.rate[rate], "BFE-FIR-H3")
        for rate, ordinal in ((1, "1st"), (2, "2nd"), (3, "3rd"))
        if kind.rate == rate or kind.arm != "mg"
    ]
    ranges = {}
    if weapon is not None:
        first = 1
        for band in BANDS:
            last = getattr(weapon, band)
            ranges[f"{band} range"] = f"{first}–{last}" if last > first else str(last)
            lines.append((f"{band} range", fire.band[band], "BFE-FIR-H3"))
            first = last + 1
        if weapon.to_hit:
            lines.append(("modern machine gun", weapon.to_hit, "BFE-13.8-12"))
    lines += [
        ("pivoted" if alone else "moved", fire.moved, MOVED_BY.get(kind.arm, "BFE-MF-9")),
        ("low on ammunition", fire.low_heavy if state.scene.options["low_fire_two"] else fire.low, "BFE-14.1-8"),
        ("Shaken", fire.shaken, "BFE-FIR-H3"),
        ("Disordered", fire.disordered, "BFE-FIR-H3"),
        ("from outside its front", fire.outside_front, "BFE-FIR-H3"),
    ]
    for label, value, rule in lines:
        if value or label in force:
            where = f" ({ranges[label]})" if label in ranges else ""
            yield _line(f"{label}{where}", signed_text(value), label in force, rule)
    yield from _cover_rows(state, force)


def _cover_rows(state: State, force: set[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield protection by its size: the largest only."""
    charts = state.scene.charts
    gives = charts.fire.protection
    words = {"skirmish": "skirmish order", "crew": "a gun's crew", "ground": "gone to ground"}
    found = [(words[key], value) for key, value in gives.items() if key in words]
    found += [(ground.title.lower(), ground.protection) for ground in charts.ground.values() if ground.protection]
    found += [(side.title.lower(), side.protection) for side in charts.sides.values()]
    found.append(("a crest", charts.hill.crest))
    for size in sorted({value for _, value in found}):
        labels = [label for label, value in found if value == size]
        lit = next((label for label in labels if label in force), "")
        yield _line(lit or f"protection: {labels[0]} …", signed_text(-size), bool(lit), "BFE-FIR-H4")


def _line(label: str, value: str, lit: bool, rule: str) -> tuple[Cell, ...]:
    return Cell(label[:1].upper() + label[1:], "strong" if lit else ""), Cell(value, LIT if lit else "", rule)


# ---------------------------------------------------------------------- machine guns


def gun_odds(state: State, unit: Body) -> Panel:
    """Return the exact odds of 3, 4, 5 and 6 dice: a jam, mean hits, at least one hit, at least two.

    For the needs of the targets there are, or of the range bands when there are none. Rules: BFE-13.8-2, BFE-13.8-5,
    BFE-13.8-12, BFE-13.8-19.
    """
    first_jams = state.scene.options["any_one_jams"]
    rows: list[tuple[Cell, ...]] = []
    needs = _needs(state, unit)
    parts: list[str] = []
    for need, whom in needs[:MOST_NEEDS]:
        parts.append(f"{need}+: {whom}.")
        rows += odds_rows(state.scene.charts, need, first_jams)
    return Panel(
        id=f"{unit.id}/odds",
        kind="table",
        title="Jam and hits",
        subtitle="exact odds",
        header=("", "jam", "hits", "1 +", "2 +"),
        rows=tuple(rows),
        notes=(
            " ".join(parts),
            "Misses are re-rolled; a 1 among them jams the gun and cancels the shot.",
            "Highlighted: most hits on average, and the best chance of at least one: that is enough to shake.",
        ),
        rule="BFE-13.8-2",
    )


def odds_rows(charts: Charts, need: int, first_jams: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield the odds of each number of dice at a need: a jam, mean hits, at least one hit, at least two.

    The best are lit.
    """
    gun = charts.machine_gun
    by_dice = {dice: chances(need, dice, first_jams) for dice in range(gun.least, gun.most + 1)}
    best = max(by_dice, key=lambda dice: by_dice[dice].mean)
    surest = max(by_dice, key=lambda dice: by_dice[dice].one)
    yield Cell(f"Need {need}+", "strong"), *(Cell("") for _ in range(4))
    for dice, odds in by_dice.items():
        yield (
            Cell(count_noun(dice, "die", "dice")),
            Cell(_percent(odds.jam), "bad", "BFE-13.8-5"),
            Cell(_decimal(odds.mean), LIT if dice == best else "", "BFE-13.8-19"),
            Cell(_percent(odds.one), LIT if dice == surest else "", "BFE-13.8-3"),
            Cell(_percent(odds.two), "", "BFE-13.8-17"),
        )


def _needs(state: State, unit: Body) -> list[tuple[int, str]]:
    """Return the needs to show odds for, each with its target or range, the easiest first."""
    found: dict[int, str] = {}
    if in_play(unit):
        for name in targets(state, unit):
            found.setdefault(shot(state, unit, state.units[name]).need, unit_name(state, state.units[name]))
    if found:
        return sorted(found.items())
    weapon, fire = small_arm(state, unit), state.scene.charts.fire
    if weapon is not None:
        rate = fire.rate[card(state, unit).rate]
        for band in BANDS:
            need = min(fire.most, max(fire.least, fire.need - rate - weapon.to_hit - fire.band[band]))
            found.setdefault(need, f"{band} range")
    return sorted(found.items())


def _decimal(value: Fraction) -> str:
    hundredths = round(100 * value)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


# ---------------------------------------------------------------------- melee


def melee_chart(state: State, unit: Body) -> Panel:
    """Return the melee table: needs, modifiers, those in force lit; the odds of the around it stands in.

    Rules: BFE-MEL-H1 to BFE-MEL-H4, BFE-14.1-9, BFE-PUB-15, BFE-PUB-21.
    """
    chart, kind = state.scene.charts.melee, card(state, unit)
    mine, notes = _its_strikes(state, unit)
    force = {term.label for strike in mine for term in strike.terms}
    base = chart.crew_need if is_single_stand(state, unit) else kind.melee
    dice = own_dice(state, unit)
    rows: list[tuple[Cell, ...]] = [
        (Cell(f"Target number, with {count_noun(dice, 'die', 'dice')}"), Cell(f"{base}+", "strong", "BFE-MEL-H4"))
    ]
    for label, value, rule in melee_lines(chart):
        rows.append(_line(label, signed_text(-value), label in force, rule))
    return Panel(
        id=f"{unit.id}/melee",
        kind="table",
        title="Melee",
        subtitle="added to each die",
        header=("", "die"),
        rows=tuple(rows),
        notes=(*notes, "More Kills taken than given loses: Shaken, and back 2 hexes, 4 mounted."),
        rule="BFE-MEL-H1",
    )


def melee_lines(chart: Melee) -> tuple[tuple[str, int, str], ...]:
    """Return what is added to the need of a melee die: (words, number, rule).

    Rules: BFE-MEL-H2, BFE-MEL-H3, BFE-14.1-9.
    """
    return (
        ("impetus", chart.impetus, "BFE-MEL-H3"),
        ("low on ammunition", chart.low, "BFE-14.1-9"),
        ("Shaken", chart.shaken, "BFE-MEL-H2"),
        ("Disordered", chart.disordered, "BFE-MEL-H2"),
        ("skirmish order against close order", chart.skirmish, "BFE-MEL-H2"),
        ("across a wall or into buildings", chart.across, "BFE-MEL-H2"),
        ("struck in flank or rear", chart.flank_or_rear, "BFE-MEL-H2"),
        ("mounted against a square", chart.mounted_at_square, "BFE-MEL-H2"),
        ("charged while on the ground", chart.prone, "BFE-FIR-H10"),
    )


def _its_strikes(state: State, unit: Body) -> tuple[list[Strike], list[str]]:
    """Return the strikes of a unit in the melees it stands in, and each melee in words with its odds."""
    mine: list[Strike] = []
    notes: list[str] = []
    if not is_engaged(state, unit):
        return mine, notes
    for name in dict.fromkeys(contact.defender for contact in state.contacts):
        if unit.id != name and unit.id not in attackers_of(state, name):
            continue
        onset, reply = strikes(state, state.units[name])
        mine += [strike for strike in (*onset, *reply) if strike.unit == unit.id]
        notes.append(_round_words(state, name, onset, reply))
    return mine, notes


def _round_words(state: State, name: str, onset: tuple[Strike, ...], reply: tuple[Strike, ...]) -> str:
    attackers = tuple((strike.dice, strike.need) for strike in onset)
    defenders = tuple((strike.dice, strike.need) for strike in reply)
    holds, drawn, loses = round_odds(attackers, defenders)
    return (
        f"Round {unit_name(state, state.units[name])}: {_throws(defenders)} against {_throws(attackers)}. "
        f"It wins {_percent(holds)}, draws {_percent(drawn)}, loses {_percent(loses)}."
    )


def _throws(dice: Iterable[tuple[int, int]]) -> str:
    return " and ".join(f"{count_noun(count, 'die', 'dice')}, {need}+" for count, need in dice)


@cache
def round_odds(
    attackers: tuple[tuple[int, int], ...], defenders: tuple[tuple[int, int], ...]
) -> tuple[Fraction, Fraction, Fraction]:
    """Return the exact odds that the unit charged wins, draws, loses a round; each roll is (dice, need). No leaders.

    Rules: BFE-MEL-H1, BFE-MEL-H5.
    """
    taken, given = _spread(attackers), _spread(defenders)
    win = sum((p * q for i, p in enumerate(taken) for j, q in enumerate(given) if j > i), Fraction(0))
    draw = sum((p * q for i, p in enumerate(taken) for j, q in enumerate(given) if j == i), Fraction(0))
    return win, draw, 1 - win - draw


def _spread(throws: tuple[tuple[int, int], ...]) -> list[Fraction]:
    """Return the probability of 0, 1, 2 ... successes over several rolls."""
    found = [Fraction(1)]
    for dice, need in throws:
        hit = Fraction(FACES + 1 - need, FACES)
        for _ in range(dice):
            longer = [Fraction(0)] * (len(found) + 1)
            for number, part in enumerate(found):
                longer[number] += part * (1 - hit)
                longer[number + 1] += part * hit
            found = longer
    return found
