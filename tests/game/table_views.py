"""Hand-made views of a table with ships, markers and an island, and boards that show them."""

from __future__ import annotations

import pygame

from game.boards.overlay import Overlay, SightLine
from game.boards.table_board import TableBoard
from game.ui.fonts import FontBook
from game.ui.theme import DAY, Palette
from rules.kernel import inches
from rules.kernel.view import Badge, Bar, Ground, Hull, Marker, Piece, Place, Prompt, Score, View

SIZE = (1100, 720)

MIKASA = Hull(name="Mikasa", type="BB", length_ft=432, beam_ft=76, turrets=((200, 2), (800, 2)), funnels=(440, 540))

HARUSAME = Hull(
    name="Harusame", type="DD", length_ft=227, beam_ft=22, turrets=((130, 1), (900, 1)), funnels=(330, 400, 520, 590),
    tubes=(680, 880),
)  # fmt: skip

ISLAND = ((300_000, 250_000), (380_000, 260_000), (390_000, 340_000), (310_000, 350_000))

GROUND = Ground(
    kind="table",
    size=(1_600_000, 1_000_000),
    unit="mm",
    scale="1 nautical mile = 330 mm",
    outlines=(("Round Island", ISLAND),),
    labels=(("Yellow Sea", (1_200_000, 200_000)),),
)

MINE = (800_000, 500_000)  # where the first ship stands

CENTRE = (1_600_000 // 2, 1_000_000 // 2)


def ship(id: str, x: int, y: int, facing: int = 90, hull: Hull = MIKASA, **more: object) -> Piece:
    side = "ru" if id.startswith("r") else "jp"
    plain = Piece(
        id=id, side=side, name=id.capitalize(), at=(x, y), facing=facing, hulls=(hull,), bars=(Bar("Speed", 5, 8),)
    )
    return plain.but(**more)


def view(*pieces: Piece, markers: tuple[Marker, ...] = ()) -> View:
    return View(
        side="", turn=1, turns=10, clock="", phases=(), pieces=pieces, markers=markers, ground=GROUND,
        prompt=Prompt(side="jp", title="", text="", rule=""),
        scores=(Score("jp", "Japan", 0, ()), Score("ru", "Russia", 0, ())),
    )  # fmt: skip


def busy_view() -> View:
    fire, rudder = Badge("fire", "F", ""), Badge("rudder", "R", "")
    line = [ship(f"jap{number}", 800_000 - 70_000 * number, 500_000, badges=(fire,)) for number in range(5)]
    foes = [ship(f"rus{number}", 1_000_000, 400_000 + 80_000 * number, 340, ready=True) for number in range(4)]
    odd = [
        ship("ruflotilla", 1_200_000, 300_000, hulls=(HARUSAME, HARUSAME, HARUSAME.but(damage=4))),
        ship("rumarker", 1_300_000, 500_000, known=False, hulls=(), name=""),
        ship("rughost", 1_300_000, 620_000, ghost=True, badges=(rudder, fire, rudder, fire, rudder)),
        ship("jaburning", 600_000, 700_000, 200, MIKASA.but(damage=3, fire=True)),
    ]
    wedge = inches.wedge((860_000, 560_000), 60, 20_000, 40_000, 120_000)
    edge = ((1_600_000, 200_000), (1_600_000, 500_000))
    markers = [
        Marker(kind="wedge", places=wedge, value=4, side="jp", text="running"),
        Marker(kind="wedge", places=wedge[:3], value=1, side="ru"),
        Marker(kind="circle", places=((1_150_000, 200_000),), value=90_000, facing=20, side="ru", text="Minefield"),
        Marker(kind="wake", places=((700_000, 560_000), (760_000, 520_000), MINE), side="jp"),
        Marker(kind="smoke", places=((500_000, 300_000), (540_000, 310_000)), value=30_000, text="7"),
        Marker(kind="exit", places=edge, facing=90, side="ru", text="Away"),
        Marker(kind="objective", places=((300_000, 800_000),), value=40_000, text="Rendezvous"),
        Marker(kind="torpedo", places=((900_000, 800_000), (950_000, 850_000)), value=2, side="jp"),
        Marker(kind="line", places=((100_000, 100_000), (200_000, 900_000)), text="limit"),
        Marker(kind="cone", places=(MINE, (900_000, 400_000)), side="jp"),
        Marker(kind="wedge", places=()),
    ]
    markers += [Marker(kind="ring", places=(MINE,), value=reach, side="jp", text="x") for reach in (100_000, 2_400_000)]
    markers += [
        Marker(
            kind="arc", places=(MINE, (800_000, 600_000), (700_000, 500_000)), value=150_000, side="jp", text="side"
        ),
        Marker(kind="arc", places=(MINE,), facing=90, value=80_000, side="jp"),
        Marker(kind="arc", places=(MINE, (900_000, 500_000)), value=2_400_000, side="jp"),
    ]
    return view(*line, *foes, *odd, markers=tuple(markers))


def busy_overlay() -> Overlay:
    path = (MINE, (815_000, 500_000), (836_000, 521_000))
    sight = SightLine(MINE, (200_000, 200_000), ((0,),), (), "Sight blocked: land", "QF-RNG-1")
    ends = tuple(inches.move(MINE, turn, 40_000) for turn in range(30, 160, 15))
    return Overlay(
        selected="jap0", reachable=ends, targets=((1_000_000, 400_000), (1_000_000, 480_000)),
        target=(1_000_000, 480_000), path=path, facing=135, hover=ends[0], marked=(ends[1],), sight=sight,
    )  # fmt: skip


def board(
    shown: View | None = None, theme: Palette = DAY, overlay: Overlay | None = None, rect: pygame.Rect | None = None
) -> TableBoard:
    made = TableBoard(GROUND, theme, FontBook())
    made.set_title("Off Round Island", "10 August 1904", GROUND.scale)
    made.resize(rect or pygame.Rect((0, 0), SIZE))
    made.set_view(shown or view(ship("japan", *MINE)))
    if overlay is not None:
        made.set_overlay(overlay)
    return made


def frame_of(made: TableBoard, t: int | None = None) -> bytes:
    surface = pygame.Surface(SIZE)
    made.draw(surface, t)
    return pygame.image.tobytes(surface, "RGB")


def pixel(made: TableBoard, place: Place) -> tuple[int, int, int]:
    surface = pygame.Surface(SIZE)
    made.draw(surface)
    x, y = made.screen_of(place)
    return tuple(surface.get_at((round(x), round(y))))[:3]  # type: ignore[return-value]
