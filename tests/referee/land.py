"""Land battles for the second referee: hexes, arcs, lines, ground, cost of steps. Own numbers, from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N, NE, SE, S, SW, NW in (q, r)
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # of a hex, on the lattice of `middle`
NO = None

FOOT = {"open": 1, "scrub": 1, "rough": 2, "wood": 2, "donga": 2, "trench": 1, "buildings": 2, "ford": 3, "road": 1}
HORSE = {"open": 1, "scrub": 1, "donga": 2, "trench": 1, "ford": 3, "road": 1}
GUNS = {"open": 1, "scrub": 2, "trench": 2, "ford": 3, "road": 1}
COVER = {"scrub": 1, "rough": 2, "wood": 2, "donga": 1, "trench": 2, "buildings": 2}
DENSE = ("wood", "buildings")
ROUGH = ("rough", "wood")  # no close order but a native mass
SIDE_COVER = {"wall": 2, "laager": 2, "zareba": 1}


@cache
def axial(h: int) -> tuple[int, int]:
    column = h // 100 - 1
    return column, h % 100 - 1 - column // 2


@cache
def number(q: int, r: int) -> int:
    column, row = q + 1, r + q // 2 + 1
    return column * 100 + row if 1 <= column <= 99 and 1 <= row <= 99 else 0


@cache
def beside(h: int, direction: int) -> int:
    (q, r), (dq, dr) = axial(h), AROUND[direction]
    return number(q + dq, r + dr)


@cache
def away(a: int, b: int) -> int:
    """Return the hexes from one to the other."""
    (q, r), (u, v) = axial(a), axial(b)
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))


@cache
def sextants(here: int, there: int) -> tuple[int, ...]:
    """Return the sextants of `here` that hold `there`: sextant k lies between directions k and k + 1, both included."""
    (q, r), (u, v) = axial(here), axial(there)
    x, y = u - q, v - r
    found = []
    for k in range(6):
        (a, b), (c, d) = AROUND[k], AROUND[(k + 1) % 6]
        size = a * d - b * c  # x = s*a + t*c, y = s*b + t*d
        s, t = (x * d - y * c) * size, (a * y - b * x) * size
        if s >= 0 and t >= 0 and (x or y):
            found.append(k)
    return tuple(found)


def middle(q: int, r: int) -> tuple[int, int]:
    """Return the middle of a hex on a lattice where its corners are whole numbers too: 3 a column, 2 a row."""
    return 3 * q, 2 * r + q


@cache
def between(a: int, b: int) -> tuple[tuple[int, ...], ...]:
    """Return the hexes that a straight line from middle to middle runs through, ends left out; two where it runs along
    the side between them. Each hex counts that the line enters with more than a corner."""
    (q, r), (u, v) = axial(a), axial(b)
    (x0, y0), (x1, y1) = middle(q, r), middle(u, v)
    dx, dy = x1 - x0, y1 - y0
    cells: dict[int, list[int]] = {}
    for p in range(min(q, u) - 1, max(q, u) + 2):
        for s in range(min(r, v) - 1, max(r, v) + 2):
            x, y = middle(p, s)
            turned = [dx * (y + cy - y0) - dy * (x + cx - x0) for cx, cy in CORNERS]
            inside = min(turned) < 0 < max(turned)
            along = turned.count(0) == 2 and not inside
            ahead = dx * (x - x0) + 3 * dy * (y - y0)
            if (inside or along) and 0 < ahead < dx * dx + 3 * dy * dy:
                cells.setdefault(ahead, []).append(number(p, s))
    return tuple(tuple(sorted(cells[ahead])) for ahead in sorted(cells))


def left_of(a: int, b: int, h: int) -> bool:
    """Return whether a hex lies to the left of a line."""
    (x0, y0), (x1, y1), (x, y) = (middle(*axial(each)) for each in (a, b, h))
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0


class Land:
    """A map of plain data: ground and level by hex, walls and the like on hexsides, zones."""

    def __init__(self, sheet: dict[str, Any]) -> None:
        self.ground: dict[int, str] = sheet["ground"]
        self.level: dict[int, int] = sheet["level"]
        self.owned = {(h, beside(h, direction)): kind for h, direction, kind in sheet["sides"]}
        self.exits = {side: set(hexes) for side, purpose, _, hexes in sheet["zones"] if purpose == "exit"}
        self.entries = {(side, name): hexes for side, purpose, name, hexes in sheet["zones"] if purpose == "entry"}
        self.objectives: dict[str, set[int]] = {}
        self.steps: dict[tuple[str, int], tuple[tuple[int, int, int], ...]] = {}
        self.reached: dict[tuple[object, ...], frozenset[int]] = {}
        for side, _, name, hexes in sheet["zones"]:
            if name.startswith("objective"):
                self.objectives.setdefault(side, set()).update(hexes)

    def high(self, h: int) -> int:
        return self.level.get(h, 0)

    def side(self, a: int, b: int) -> str:
        return self.owned.get((a, b)) or self.owned.get((b, a)) or ""

    def can_see(self, a: int, b: int) -> bool:
        """Return whether one looks from hex to hex over the country alone."""
        low = max(self.high(a), self.high(b))

        def stops(h: int) -> bool:
            return h in self.ground and (self.ground[h] in DENSE or self.high(h) > low)

        return not any(all(map(stops, cell)) for cell in between(a, b))

    def wall_towards(self, h: int, there: int) -> str:
        """Return what stands on the side of a hex towards another that belongs to it."""
        for k in sextants(h, there):
            for direction in (k, (k + 1) % 6):
                kind = self.owned.get((h, beside(h, direction)))
                if kind:
                    return kind
        return ""

    def is_sheltered(self, h: int) -> bool:
        """Return whether troops there stand behind a wall or laager of their own or in buildings."""
        walls = [kind for (own, _), kind in self.owned.items() if own == h]
        return self.ground[h] == "buildings" or "wall" in walls or "laager" in walls

    def step(self, mover: str, here: int, there: int) -> int | None:
        """Return what a step costs formed or open foot, horse, guns, or None where they may not go."""
        if there not in self.ground:
            return None
        ground = self.ground[there]
        table = GUNS if mover == "guns" else HORSE if mover == "horse" else FOOT
        if mover == "rider":
            return HORSE.get(ground) or (1 if ground in FOOT else None)
        if ground not in table or (mover == "formed" and ground in ROUGH):
            return None
        cost = table[ground]
        if self.side(here, there):
            if mover != "formed" and mover != "open":
                return None
            cost += 1
        climb = max(0, self.high(there) - self.high(here))
        return cost + climb * (2 if mover == "guns" else 1)

    def defile(self, h: int) -> bool:
        """Return whether close order cannot go on two opposite sides of a hex."""
        shut = [self.step("formed", h, beside(h, direction)) is None for direction in range(6)]
        return any(shut[k] and shut[k + 3] for k in range(3))

    def around(self, mover: str, here: int) -> tuple[tuple[int, int, int], ...]:
        """Return the steps from a hex: (direction, hex, cost)."""
        known = self.steps.get((mover, here))
        if known is None:
            found = ((k, beside(here, k), self.step(mover, here, beside(here, k))) for k in range(6))
            known = self.steps[mover, here] = tuple((k, h, cost) for k, h, cost in found if cost is not None)
        return known

    def reach(self, mover: str, start: int, budget: int, solid: frozenset[int]) -> frozenset[int]:
        """Return where a leader or a mule gets to past enemies."""
        key = mover, start, budget, solid
        if key not in self.reached:
            best, queue = {start: 0}, [start]
            for here in queue:
                for _, there, cost in self.around(mover, here):
                    total = best[here] + cost
                    if there not in solid and total <= budget and total < best.get(there, 99):
                        best[there] = total
                        queue.append(there)
            self.reached[key] = frozenset(best) - {start}
        return self.reached[key]

    def neighbours(self, h: int) -> Iterator[int]:
        return (beside(h, direction) for direction in range(6))
