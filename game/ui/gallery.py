"""A page with every widget, for screenshots and tests: `draw_gallery(size, palette, scale)`."""

from __future__ import annotations

import pygame

from game.ui import widgets as ui
from game.ui.theme import NIGHT, Palette

PHASES = ("Conditions", "Orders", "Movement", "Spotting", "Gunnery", "Torpedoes", "Smoke", "End")


def _top() -> ui.Widget:
    return ui.Panel(
        ui.Row(
            ui.Label("Turn 4", role="title", size="title", wrap=False, align="centre", id="turn"),
            ui.Label("of 10", role="title_italic", colour="ink_faint", wrap=False, align="centre"),
            ui.PhaseRibbon(
                PHASES, 2, ("Sea and *weather*.", "Plot.", "Move every **task group**."), id="ribbon", align="centre"
            ),
            ui.Spacer(),
            ui.Button("Undo", style="quiet", id="undo", tooltip="Takes the last order back. *Ctrl+Z*", align="centre"),
            ui.Button("Rules", style="quiet", id="rules", align="centre"),
            ui.Button("?", style="quiet", id="keys", name="Keys", align="centre"),
            gap=10,
        ),
        frame="bar",
        pad=(16, 8),
    )


def _cards() -> ui.Widget:
    prompt = ui.Panel(
        ui.RichText(
            "Choose where **TG 67.4** moves. It carries a *smoke card*: a marker is laid in every hex it leaves, "
            "not in the one where it ends; see [NW-SMK-6](rule:NW-SMK-6).",
            id="prompt",
        ),
        title="United States to act",
    )
    odds = ui.Panel(
        ui.Row(ui.Label("need at 8 hexes, firepower 7, armour 4", stretch=1), ui.Label("12", role="figures_bold")),
        ui.Row(ui.Label("dark, target unlit", stretch=1), ui.Label("−1", role="figures_bold", colour="bad")),
        ui.BarChart(
            [
                ui.Bar("miss", 0.722, "good"),
                ui.Bar("Light", 0.167, "warn"),
                ui.Bar("Moderate", 0.083, "bad"),
                ui.Bar("Heavy", 0.028, "bad"),
            ],
            id="odds",
        ),
        title="If Kirishima is engaged",
    )
    log = ui.LogView(id="log", stretch=1, min_height=80, height=230)
    for turn in range(1, 5):
        log.append(
            ui.LogEntry(f"Turn {turn}", colour="gold"),
            ui.LogEntry(
                "**Helena** sights Nagara at 9 hexes by radar", "F3 contact 1–5, rolled 4", "NW-5.5-H", "NW-5.5-H"
            ),
            ui.LogEntry("**Nagara** is burning: seen 8 hexes further", "target on fire +8", "NW-7.4-H", "NW-7.4-H"),
            ui.LogEntry("**DesDiv 6** evades", "declared in movement", "NW-EV-1", "NW-EV-1"),
        )
    log.opened = {13, 14}
    return ui.Column(prompt, odds, ui.Panel(log, title="Log", note="errata sheet", stretch=1), gap=10, width=380)


def _forms() -> ui.Widget:
    form = ui.Panel(
        ui.form_row(ui.Label("Commander"), ui.TextInput("", id="name", hint="who plays this side")),
        ui.form_row(ui.Label("Admiral"), ui.TextInput("Callaghan", id="admiral")),
        ui.form_row(ui.Label("Opponent"), ui.DropDown(("the computer, level 2", "a player here"), 0, id="opponent")),
        ui.form_row(ui.Label("Interface size"), ui.Slider(100, 75, 250, id="scale", step=5, unit=" %")),
        ui.Toggle("Reduced motion", True, id="motion"),
        ui.Toggle("Sound of guns", False, id="sound"),
        ui.Toggle("Radar plot", False, id="radar", enabled=False, reason="No ship of this side has radar."),
        title="Settings",
        note="saved in your own folder",
        gap=7,
    )
    buttons = ui.Panel(
        ui.Flow(
            ui.Button("End phase", style="primary", id="end"),
            ui.Button("Plain", id="plain"),
            ui.Button("Torpedoes", id="torpedo", enabled=False, reason="San Francisco carries *no* torpedoes."),
            ui.Button("⚓", style="icon", id="anchor", name="Anchor"),
            ui.Button("⚑", style="icon", id="flag", name="Strike the flag"),
        ),
        ui.Row(
            ui.Dice([ui.Die(5), ui.Die(3, struck=True), ui.Die(6, 6, "side_a"), ui.Die(1, 6, "side_b")], id="dice"),
            ui.Dice([ui.Die(7, 10), ui.Die(10, 10, "side_b")], id="d10"),
            gap=12,
        ),
        ui.Column(
            ui.Label("2D6 = 8, radar +1, night −1", role="bold"),
            ui.Label("need 8: Light damage on Nagara", colour="ink_soft"),
            gap=0,
        ),
        ui.Row(
            ui.Label("Luck so far", role="bold", align="centre"), ui.ProgressBar(0.73, start=0.5, stretch=1), gap=14
        ),
        title="Pieces",
        gap=9,
    )
    return ui.Column(form, buttons, gap=10)


def _books() -> ui.Widget:
    ships = ui.Table(
        [ui.Heading("Ship", 5), ui.Heading("Class", 5), ui.Heading("FP", 2, True), ui.Heading("Knots", 2, True)],
        [
            ("San Francisco", "New Orleans", "7", "32"),
            ("Portland", "Portland", "7", "32"),
            ("Helena", "Brooklyn", "6", "33"),
            ("Juneau", "Atlanta", "4", "32"),
            ("Monssen", "Benson", "2", "35"),
        ],
        id="ships",
        stretch=1,
    )
    ships.row = 1
    lines = ui.ListBox([f"Squadron {n}: {n + 3} ships" for n in range(1, 30)], id="squadrons", stretch=1)

    def words(name: str) -> ui.Widget:
        text = ui.RichText(
            "Symbols: ← ↑ → ↓ ↖ ↗ ↘ ↙ × − ± ≤ ≥ ½ ¼ ¾ ⅛ ° ′ ″ · • … ✓ ✗ ⚓ ⚔ ⚑ ★ ☆ ☠ ⚀ ⚁ ⚂ ⚃ ⚄ ⚅ ▲ ▼ ◀ ▶ ◆ ■ □ ● ○\n"
            "{good:good} {warn:warn} {bad:bad} {gold:gold} {accent_text:accent} {ink_soft:soft} {ink_faint:faint} "
            "***both*** and [a link](x), *in italics*, **in bold**.",
            id=name,
        )
        return ui.ScrollView(text, stretch=1)

    cartouche = ui.Panel(
        ui.Label("First Naval Battle of Guadalcanal", role="title", size="title", text_align="centre"),
        ui.Label("13 November 1942 · 01:48 · dark, calm", role="title_italic", text_align="centre"),
        ui.Label("1 hex = 1,000 yards · 1 turn = 3 minutes", size="small", colour="ink_faint", text_align="centre"),
        id="cartouche",
        frame="cartouche",
        gap=1,
        pad=(18, 12),
    )
    tabs = ui.Tabs([("Ships", ships), ("Squadrons", lines), ("Signs", words("signs"))], id="tabs", stretch=1)
    return ui.Column(
        cartouche,
        ui.Panel(tabs, height=230),
        ui.Panel(words("symbols"), title="Type", min_height=120, stretch=1),
        gap=10,
    )


def build_gallery() -> ui.Widget:
    """Return the page as a fresh widget tree; its root has the id 'gallery'."""
    tall = ui.Row(
        ui.ScrollView(_books(), id="left", width=300, stretch=1),
        ui.ScrollView(_forms(), id="middle", width=300, stretch=1),
        ui.ScrollView(_cards(), id="right"),
        gap=16,
        pad=(16, 14),
    )
    return ui.Dock(tall, top=_top(), id="gallery")


def draw_gallery(size: tuple[int, int], palette: Palette = NIGHT, scale: float = 1.0) -> tuple[pygame.Surface, ui.Tree]:
    """Draw the page once; return the surface and the live tree."""
    tree = ui.Tree(size, palette, scale)
    tree.set_root(build_gallery())
    surface = pygame.Surface(size)
    tree.draw(surface)
    return surface, tree
