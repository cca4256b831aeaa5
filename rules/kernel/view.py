"""What a screen shows: pieces, markers, panels, a prompt. Nothing else of a game reaches a window or a screen reader.

Places are tuples of whole numbers, interpreted by the board: `(hex,)` on a hex map, `(band, lane)` on range bands, `(x,
y)` in thousandths of an inch on a table. A view holds only what its side may know.
"""

from __future__ import annotations

from rules.kernel.record import Record

Place = tuple[int, ...]
PLACE_PARTS = {"hex": ("hex",), "bands": ("band", "lane"), "table": ("x", "y")}  # the numbers of a place, by board


class Badge(Record, frozen=True):
    """A small sign on a counter: smoke card, evading card, fire, searchlight, radar contact."""

    kind: str  # names the icon: smoke, evading, fire, flood, searchlight, radar, detected, loaded, sunk, surprised
    letter: str  # the same without colour
    tip: str
    rule: str = ""


class Bar(Record, frozen=True):
    """A gauge: value of limit."""

    label: str
    value: int
    limit: int


class Hull(Record, frozen=True, kw_only=True):
    """What the silhouette of one ship is drawn from."""

    name: str
    type: str  # BB CA CL DD APD AP AV PT
    length_ft: int
    beam_ft: int
    turrets: tuple[tuple[int, int], ...] = ()  # (place along the hull in thousandths from the bow, barrels)
    funnels: tuple[int, ...] = ()  # places along the hull in thousandths from the bow
    tubes: tuple[int, ...] = ()  # torpedo mounts, likewise
    damage: int = 0  # 0 none, 1 light, 2 moderate, 3 heavy, 4 out of action or sunk
    fire: bool = False


class Stand(Record, frozen=True, kw_only=True):
    """What the counter of a land unit is drawn from: its stands, in their formation, and their damage."""

    figure: str  # foot, native, horse, camel, gun, mg, rocket, leader, mule, marker
    formation: (
        str  # line, column, skirmish, ranks (skirmish order two deep), square, mass, deep, mounted, stand, limbered
    )
    nation: str = ""  # colours of the coats; empty = those of the side: british, guards, naval, rifles, indian, ...
    count: int = 4  # stands: 4, or 1 for guns, machine guns, leaders and mules
    kills: int = 0
    limit: int = 8  # Kills that remove it; 0 = it has none
    rating: int = 0  # leaders
    guns: str = ""  # gun or mg: field, mountain, smoothbore, heavy, rocket, gardner, gatling, nordenfelt, maxim
    arc: int = 0  # sextants it may fire into now: 0 none, 1 the front, 3 with its neighbours, 6 all round
    reach: tuple[int, ...] = ()  # last hex of each range band, nearest first: (2, 6, 8); for the arc on the board


class Piece(Record, frozen=True, kw_only=True):
    """A counter on the board."""

    id: str
    side: str
    name: str
    tag: str = ""  # short name for the counter; empty = the name
    at: Place
    facing: int = 0  # hex map: 0..5 = N NE SE S SW NW, or for stands the corners NNE E SSE SSW W NNW; table: degrees
    hulls: tuple[Hull, ...] = ()
    stand: Stand | None = None  # land units: drawn from this instead of hulls
    text: str = ""  # one line: speed, formation
    badges: tuple[Badge, ...] = ()
    bars: tuple[Bar, ...] = ()
    factors: tuple[tuple[int, int], ...] = ()  # the three figures of a printed counter: (now, as built)
    known: bool = True  # False: only a marker, its strength is not known
    ghost: bool = False  # True: where it was last seen
    ready: bool = False  # it can act now
    tip: str = ""


class Marker(Record, frozen=True, kw_only=True):
    """Something on the board that is not a counter."""

    kind: str  # smoke, torpedo, wake, cone, arc, ring, circle, wedge, line, objective, exit
    places: tuple[Place, ...]
    side: str = ""
    text: str = ""
    value: int = 0
    facing: int = 0
    rule: str = ""


class Cell(Record, frozen=True):
    """One cell of a panel row."""

    text: str
    tone: str = ""  # "", good, warn, bad, soft, strong, struck, lit
    rule: str = ""


class Ground(Record, frozen=True, kw_only=True):
    """What a board without a map sheet lies on: a row of range bands, or a table.

    bands: `size` is (number of bands,). table: `size` is (width, height) in thousandths of `unit`; outlines are closed
    lines in the same thousandths.
    """

    kind: str  # bands, table
    size: Place
    unit: str  # band, mm, inch
    scale: str = ""  # what the scale bar says: "1 band = 2,000 yards"
    ends: tuple[str, ...] = ()  # bands: the side whose flag stands at the first and at the last band
    outlines: tuple[tuple[str, tuple[Place, ...]], ...] = ()  # (name of the land, its corners)
    foul: tuple[tuple[str, str, tuple[Place, ...]], ...] = ()  # (rocks, sandbar or shallow, its name, its corners)
    labels: tuple[tuple[str, Place], ...] = ()


class Panel(Record, frozen=True, kw_only=True):
    """Something to read about a piece or the game: kind says how it is drawn."""

    id: str
    # card, table, track, text; head: the title of a page; grid: columns of small cards, cells of lines; boxes: a grid
    # like that of a ship's side, a cell "gun|armour" or "", its tone any of struck, flooded, lit, weak, strong, gold
    # chart: `ground` with `marks` on it; left and right of it the ships of the two sides in `header`, a row for each
    # type: side, number, type, and a hull
    kind: str
    title: str
    subtitle: str = ""
    hull: Hull | None = None
    stand: Stand | None = None  # land units: their stands, drawn at the top of the card
    header: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    tracks: tuple[tuple[str, tuple[Cell, ...]], ...] = ()  # (label, boxes); a struck box has tone bad
    notes: tuple[str, ...] = ()
    rule: str = ""
    waterline: int = 0  # boxes: so many rows lie above the water; 0: it stands on land, or is no ship at all
    labels: tuple[str, ...] = ()  # boxes: what stands before each row
    # on a page, behind each row: (words of a button, the order as typed); "! " before what one mostly wants
    # where they are many, one button opens them all: words before a colon are a heading for what stands behind it
    orders: tuple[tuple[tuple[str, str], ...], ...] = ()
    hulls: tuple[Hull, ...] = ()  # on a page, of each row: the ship it is about
    ground: Ground | None = None  # chart: what it shows
    marks: tuple[Marker, ...] = ()  # chart: what lies on it
    fresh: bool = False  # the last roll of the game fell on it: a screen shows it by itself when that changes

    def row_rules(self) -> tuple[str, ...]:
        """Return the rule of each row: the first that one of its cells cites, else the panel's own."""
        return tuple(next((cell.rule for cell in row if cell.rule), self.rule) for row in self.rows)


class PhaseMark(Record, frozen=True):
    """One step of the phase ribbon."""

    number: int
    title: str
    help: str
    rule: str
    state: str  # done, now, next
    skipped: int = 0  # sides that had nothing to do in it this turn


class ScoreLine(Record, frozen=True):
    """One entry of the victory point ledger. Points are always whole numbers."""

    label: str
    points: int
    rule: str


class Score(Record, frozen=True):
    """One side's victory points and why; `unit` is what they are counted in, where it is not whole points."""

    side: str
    name: str
    points: int
    lines: tuple[ScoreLine, ...]
    unit: str = ""


class Prompt(Record, frozen=True, kw_only=True):
    """Who acts and what is asked of them."""

    side: str
    title: str
    text: str
    rule: str
    done_label: str = "End phase"


class Outcome(Record, frozen=True):
    """How a game ended."""

    winner: str  # side key, or "" for a draw
    title: str  # "Marginal victory for Japan"
    why: str
    rule: str


class View(Record, frozen=True, kw_only=True):
    """A game as one side sees it. Side "" sees everything (referee, replay)."""

    side: str
    turn: int
    turns: int
    clock: str  # "01:48"
    phases: tuple[PhaseMark, ...]
    prompt: Prompt
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    scores: tuple[Score, ...]
    conditions: tuple[tuple[str, str, str], ...] = ()  # (label, text, rule)
    ground: Ground | None = None  # None: the board is the scenario's map sheet
    outcome: Outcome | None = None
    colours: tuple[tuple[str, str], ...] = ()  # (key of a side, its colour: blue or red), in the scenario's order
    title: str = ""  # of what is on the board now; empty = the scenario's
    date: str = ""  # likewise: "October 1942"
    span: tuple[str, int, int] | None = None  # what is counted in place of turns: ("Round", 8, 12)
    chapter: int = 0  # of several battles in one game, which one: the round of a campaign
    north_deg: int = 0  # hex map: where north lies, clockwise from its top edge
    page: tuple[Panel, ...] = ()  # to be read in place of the board, as between the battles of a campaign

    def turn_counter(self) -> tuple[str, int, int]:
        """Return what is counted now, which it is, and of how many: ("Turn", 3, 12)."""
        return self.span or ("Turn", self.turn, self.turns)


class Sketch(Record, frozen=True, kw_only=True):
    """How to show one command before it is given: what to light on the board."""

    label: str
    rolls: str = ""  # the end of the label that tells dice and need, left out where odds are hidden
    piece: str = ""  # who acts
    mates: tuple[str, ...] = ()  # pieces that act with it: the command may be asked of them as well
    target: str = ""  # piece aimed at
    at: Place = ()  # where it ends
    facing: int | None = None
    path: tuple[Place, ...] = ()  # places passed, first to last
    areas: tuple[tuple[Place, ...], ...] = ()  # waters it covers, by their corners: then nothing moves along the path
    rule: str = ""
