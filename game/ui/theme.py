"""Palettes as frozen values with named tokens, WCAG contrast, and simulated colour-vision deficiencies."""

from __future__ import annotations

from dataclasses import dataclass, replace

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Palette:
    """One complete set of colours. Every token is an sRGB triple, 0-255 each."""

    name: str
    desk: Colour  # the background behind everything
    paper: Colour  # chart paper
    paper_edge: Colour
    bar: Colour  # the ribbon at the top and the tray at the bottom
    panel: Colour
    panel_border: Colour
    panel_rule: Colour  # the thin second rule inside a border
    field: Colour  # text inputs, lists, tracks, dice wells
    raised: Colour  # plain buttons, unselected tabs
    hover: Colour
    selected: Colour  # the selected row
    shadow: Colour
    ink: Colour
    ink_soft: Colour
    ink_faint: Colour
    accent: Colour
    accent_hover: Colour
    accent_ink: Colour
    accent_text: Colour  # the accent as a text colour on paper and panels
    good: Colour
    warn: Colour
    bad: Colour
    link: Colour
    gold: Colour
    focus: Colour
    side_a: Colour
    side_b: Colour
    side_ink: Colour
    dice: Colour
    dice_pip: Colour
    tooltip: Colour
    data: tuple[Colour, ...]  # series colours of charts, in order of use

    @property
    def selection(self) -> Colour:
        """Return the selection colour of boards: unlike a light page's focus colour, never close to a side's colour."""
        return AMBER if luminance(self.panel) > 0.4 else self.focus

    def colour(self, token: str | Colour) -> Colour:
        """Return the triple for a token name; a triple passes through. KeyError names an unknown token."""
        if isinstance(token, tuple):
            return token
        value = getattr(self, token, None)
        if not isinstance(value, tuple) or len(value) != 3 or token == "data":
            raise KeyError(f"no colour token {token!r} in palette {self.name!r}; see game/ui/theme.py")
        return value


def rgb(text: str) -> Colour:
    """Return '#e26e56' as a triple."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


AMBER: Colour = rgb("#ffb400")


def _palette(name: str, data: str, **tokens: str) -> Palette:
    colours: dict[str, Colour] = {key: rgb(value) for key, value in tokens.items()}
    return Palette(name=name, data=tuple(rgb(word) for word in data.split()), **colours)


NIGHT = _palette(
    "night",
    "#86be8c #e2b550 #6fa8e8 #e8745c #c79be0 #d8d4c4",
    desk="#0a0f1a", paper="#16283f", paper_edge="#b9b496", bar="#181e2a",
    panel="#1c2432", panel_border="#77735f", panel_rule="#4d4d47",
    field="#121925", raised="#293345", hover="#35425a", selected="#34455f", shadow="#000000",
    ink="#f1eee2", ink_soft="#c3c6c8", ink_faint="#9aa3b0",
    accent="#e87259", accent_hover="#f08a72", accent_ink="#1d0d09", accent_text="#f08a72",
    good="#98ca94", warn="#e2b550", bad="#d77358", link="#7dc1fc", gold="#e3c16c", focus="#ffd866",
    side_a="#2f5588", side_b="#9a302a", side_ink="#fbf7ea",
    dice="#f6f1e2", dice_pip="#14161c", tooltip="#0f1622",
)  # fmt: skip

DAY = _palette(
    "day",
    "#2f6b41 #a07420 #2c5a94 #a5322a #6f4a8c #4b463c",
    desk="#d9d0ba", paper="#f1ebdb", paper_edge="#6d5b37", bar="#eee5cd",
    panel="#f5eedc", panel_border="#85734c", panel_rule="#c3b48c",
    field="#fbf7ea", raised="#e2d6b8", hover="#d6c8a3", selected="#e9debc", shadow="#3a2c10",
    ink="#241c12", ink_soft="#403e3a", ink_faint="#5c5241",
    accent="#9f2a22", accent_hover="#b4382e", accent_ink="#fff8ec", accent_text="#982820",
    good="#3a6d46", warn="#7c5400", bad="#720711", link="#313669", gold="#7c5200", focus="#1a5fb4",
    side_a="#27497c", side_b="#8f2a24", side_ink="#fffaf0",
    dice="#fffdf6", dice_pip="#1a150d", tooltip="#fffaec",
)  # fmt: skip

HIGH_CONTRAST = _palette(
    "high_contrast",
    "#56b4e9 #ffd54a #ff7a48 #3ddc97 #e6a5ff #ffffff",
    desk="#000000", paper="#000000", paper_edge="#ffffff", bar="#000000",
    panel="#000000", panel_border="#ffffff", panel_rule="#808080",
    field="#000000", raised="#1c1c1c", hover="#3a3a3a", selected="#00355f", shadow="#000000",
    ink="#ffffff", ink_soft="#f0f0f0", ink_faint="#d6d6d6",
    accent="#ffd400", accent_hover="#ffe566", accent_ink="#000000", accent_text="#ffd400",
    good="#4df2ad", warn="#ffd400", bad="#fe9778", link="#8ecbfc", gold="#ffe585", focus="#00e5ff",
    side_a="#004a9f", side_b="#a03000", side_ink="#ffffff",
    dice="#ffffff", dice_pip="#000000", tooltip="#000000",
)  # fmt: skip

PALETTES = (NIGHT, DAY, HIGH_CONTRAST)

# Okabe and Ito's colour-blind-safe set, darkened or lightened for the paper it lies on.
_SAFE_ON_DARK = {"data": "#56b4e9 #f0e442 #d55e00 #00b483 #e8a9cb #f4f2ea", "good": "#55b7f4", "warn": "#ede03e"}
_SAFE_ON_DARK |= {"bad": "#eb8636", "side_a": "#0a5d99", "side_b": "#9c4a00", "gold": "#dabf7a", "link": "#b5d3f1"}
_SAFE_ON_LIGHT = {"data": "#0072b2 #b08a00 #a03c00 #00664a #d27aa8 #1c1a18", "good": "#066397", "warn": "#7a6200"}
_SAFE_ON_LIGHT |= {"bad": "#6a0e07", "side_a": "#0a5590", "side_b": "#944000", "gold": "#7c5300", "link": "#002960"}
_SAFE_ON_LIGHT |= {"ink_soft": "#3f302c"}


def colour_blind_safe(palette: Palette) -> Palette:
    """Return the same palette with good, warn, bad, both sides and the chart series in blue and orange."""
    table = _SAFE_ON_LIGHT if luminance(palette.panel) > 0.4 else _SAFE_ON_DARK
    tokens = {key: rgb(value) for key, value in table.items() if key != "data"}
    series = tuple(rgb(word) for word in table["data"].split())
    return replace(palette, name=f"{palette.name}_safe", data=series, **tokens)


def palette_named(name: str) -> Palette:
    """Return the palette 'night', 'day', 'high_contrast', or one of these with the suffix '_safe'. KeyError lists the
    names.
    """
    for palette in PALETTES:
        if name == palette.name:
            return palette
        if name == f"{palette.name}_safe":
            return colour_blind_safe(palette)
    raise KeyError(f"no palette {name!r}; there are {', '.join(p.name for p in PALETTES)}, each also with _safe")


# Every pair of text and background that the widgets draw: (text token, background token).
_BODY = ("ink", "ink_soft", "ink_faint", "accent_text", "good", "warn", "bad", "link", "gold")
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, back) for text in _BODY for back in ("paper", "bar", "panel", "field", "tooltip")),
    *((text, back) for text in ("ink", "ink_soft") for back in ("raised", "hover", "selected", "desk")),
    ("ink_faint", "raised"), ("ink_faint", "desk"), ("link", "selected"), ("gold", "raised"), ("gold", "selected"),
    ("accent_ink", "accent"), ("accent_ink", "accent_hover"),
    ("side_ink", "side_a"), ("side_ink", "side_b"), ("dice_pip", "dice"),
)  # fmt: skip


# Colours with different meanings: the two of each pair differ by at least APART, for every kind of colour vision.
APART = 20.0  # CIE 1976 colour difference; about 2.3 is just noticeable
MEANINGS: tuple[tuple[str, str], ...] = (
    ("good", "warn"), ("good", "bad"), ("warn", "bad"),  # outcomes
    ("side_a", "side_b"),
    ("link", "good"), ("link", "bad"), ("gold", "good"), ("gold", "bad"),  # link to a rule, phase: against outcomes
    ("accent", "ink_soft"),  # selected against selectable
)  # fmt: skip


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    """Return the WCAG relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = (_linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB, row by row.
_DEFICIENCY = {
    "protanopia": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "deuteranopia": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "tritanopia": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}
DEFICIENCIES = tuple(_DEFICIENCY)
Linear = tuple[float, float, float]


def _simulate_vision(colour: Colour, deficiency: str | None) -> Linear:
    red, green, blue = (_linear(channel) for channel in colour)
    if deficiency is None:
        return red, green, blue
    m = _DEFICIENCY[deficiency]
    rows = (m[i] * red + m[i + 1] * green + m[i + 2] * blue for i in (0, 3, 6))
    first, second, third = (min(1.0, max(0.0, value)) for value in rows)
    return first, second, third


def _lab(linear: Linear) -> Linear:
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Colour, other: Colour, deficiency: str | None = None) -> float:
    """Return the CIE 1976 colour difference with a colour vision deficiency (None: normal). Below about 10 colours look
    alike.
    """
    pairs = zip(_lab(_simulate_vision(one, deficiency)), _lab(_simulate_vision(other, deficiency)), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5  # type: ignore[no-any-return]


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return `one` with `share` (0-1) of `other` mixed into it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
