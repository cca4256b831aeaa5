"""Widgets: pressing, refusing, typing, choosing, scrolling, the focus ring, modals, layout and drawing."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.scenes.page import Tile
from game.ui import widgets as ui
from game.ui.gallery import build_gallery, draw_gallery
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette, colour_blind_safe


def stage(root: ui.Widget, size: tuple[int, int] = (800, 600), scale: float = 1.0) -> ui.Tree:
    tree = ui.Tree(size, NIGHT, scale)
    tree.set_root(root)
    tree.ensure_layout()
    return tree


def key(tree: ui.Tree, code: int, mod: int = 0) -> bool:
    return tree.handle(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


def click(tree: ui.Tree, pos: tuple[int, int], button: int = 1) -> None:
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button))


def type_text(tree: ui.Tree, text: str) -> None:
    tree.handle(pygame.Event(pygame.TEXTINPUT, text=text))


def test_a_click_and_enter_and_space_each_press_a_button_once() -> None:
    pressed: list[str] = []
    tree = stage(ui.Column(ui.Button("Fire", lambda: pressed.append("x"), id="fire")))
    click(tree, tree.find("fire").rect.center)
    assert len(pressed) == 1
    assert not key(tree, pygame.K_RETURN), "a clicked button must not take Enter from the screen"
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_RETURN)
    key(tree, pygame.K_SPACE)
    assert len(pressed) == 3


def test_letting_go_outside_a_button_does_not_press_it() -> None:
    pressed: list[str] = []
    tree = stage(ui.Column(ui.Button("Fire", lambda: pressed.append("x"), id="fire", align="start")))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=tree.find("fire").rect.center, button=1))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=(700, 500), button=1))
    assert pressed == []


def test_a_disabled_button_says_why_instead_of_acting() -> None:
    pressed: list[str] = []
    lines: list[str] = []
    button = ui.Button("Fire", lambda: pressed.append("x"), id="fire", enabled=False, reason="No shells left.")
    button.on_refused = lines.append
    tree = stage(ui.Column(button))
    everywhere: list[str] = []
    tree.on_refused = lambda widget, reason: everywhere.append(f"{widget.id}: {reason}")
    click(tree, button.rect.center)
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_RETURN)
    assert pressed == [] and lines == ["No shells left."] * 2
    assert everywhere == ["fire: No shells left."] * 2
    assert tree.describe()["tooltip"] == "No shells left."
    button.set_enabled(True)
    tree.tick(tree.now_ms + 10)
    assert tree.describe()["tooltip"] == "", "it does not outlive its reason"


def test_tab_goes_round_the_ring_and_shift_tab_back() -> None:
    tree = stage(ui.Row(*(ui.Button(name, id=name) for name in "abc")))
    seen = []
    for mod in (0, 0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LSHIFT):
        key(tree, pygame.K_TAB, mod)
        seen.append(tree.describe()["focused"])
    assert seen == ["a", "b", "c", "a", "c", "b"]


def test_arrows_move_the_focus_to_the_neighbour_in_that_direction() -> None:
    rows = [ui.Row(*(ui.Button(f"{r}{c}", id=f"{r}{c}", width=80) for c in range(3))) for r in range(2)]
    tree = stage(ui.Column(*rows))
    tree.focus(tree.find("00"))
    key(tree, pygame.K_RIGHT)
    key(tree, pygame.K_DOWN)
    key(tree, pygame.K_LEFT)
    assert tree.describe()["focused"] == "10"
    assert not key(tree, pygame.K_DOWN), "with no neighbour the key is left to the screen"


def test_a_modal_keeps_the_focus_inside_and_gives_it_back() -> None:
    tree = stage(ui.Row(ui.Button("a", id="a"), ui.Button("b", id="b")))
    tree.focus(tree.find("b"))
    cancelled: list[str] = []
    modal = ui.message("Sure?", "The **order** stands.", [ui.Button("Yes", id="yes"), ui.Button("No", id="no")])
    modal.on_cancel = lambda: cancelled.append("x")
    tree.open(modal)
    seen = set()
    for _ in range(5):
        key(tree, pygame.K_TAB)
        seen.add(tree.describe()["focused"])
    assert seen == {"yes", "no"}
    click(tree, tree.find("a").rect.center)
    assert tree.top is modal, "a click behind a modal does nothing"
    key(tree, pygame.K_ESCAPE)
    assert cancelled == ["x"] and tree.top is tree.root and tree.describe()["focused"] == "b"


def test_a_text_field_takes_words_and_swallows_keys() -> None:
    sent: list[str] = []
    field = ui.TextInput("", id="name", on_submit=sent.append, limit=12)
    tree = stage(ui.Column(field, ui.Button("b", id="b")))
    click(tree, field.rect.center)
    for code in (pygame.K_h, pygame.K_SPACE, pygame.K_g):
        assert key(tree, code)
    assert not key(tree, pygame.K_F1)  # it writes nothing: help, play, full screen stay the screen's
    type_text(tree, "Tōgō é")
    key(tree, pygame.K_HOME)
    type_text(tree, "Adm. ")
    key(tree, pygame.K_END)
    key(tree, pygame.K_BACKSPACE)
    key(tree, pygame.K_RETURN)
    assert field.text == "Adm. Tōgō " and sent == ["Adm. Tōgō "]
    type_text(tree, "far too long for it")
    assert len(field.text) == 12
    key(tree, pygame.K_TAB)
    assert tree.describe()["focused"] == "b"


def test_toggle_slider_and_drop_down_work_from_the_keyboard() -> None:
    heard: list[Any] = []
    tree = stage(
        ui.Column(
            ui.Toggle("Sound", False, heard.append, id="sound"),
            ui.Slider(100, 75, 250, id="scale", step=25, on_change=heard.append),
            ui.DropDown(("one", "two", "three"), 0, heard.append, id="level"),
        )
    )
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_SPACE)
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_RIGHT)
    key(tree, pygame.K_END)
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_RETURN)
    assert tree.top.kind == "menu"
    key(tree, pygame.K_DOWN)
    key(tree, pygame.K_DOWN)
    key(tree, pygame.K_RETURN)
    assert heard == [True, 125, 250, 2]
    assert tree.top is tree.root and tree.describe()["focused"] == "level"


def test_a_slider_follows_the_pointer_and_stays_in_its_range() -> None:
    slider = ui.Slider(100, 75, 250, id="scale", step=25)
    tree = stage(ui.Column(slider))
    tree.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=slider.track().midright, button=1))
    assert slider.value == 250
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=(-500, 5), rel=(0, 0), buttons=(1, 0, 0)))
    assert slider.value == 75


def test_a_menu_item_that_is_not_possible_says_why_and_the_menu_stays() -> None:
    chosen: list[str] = []
    tree = stage(ui.Column(ui.Label("sea")))
    items = [ui.MenuItem("Fire", lambda: chosen.append("fire"), reason="Out of range."), ui.MenuItem("Turn")]
    menu = ui.open_menu(tree, (790, 590), items)
    assert tree.root.rect.contains(menu.rect), "a menu at the corner still lies on the screen"
    key(tree, pygame.K_RETURN)
    assert chosen == [] and tree.top is menu and tree.describe()["tooltip"] == "Out of range."
    click(tree, (5, 5))
    assert tree.top is tree.root


def test_a_link_is_followed_by_click_and_by_keyboard() -> None:
    followed: list[str] = []
    text = ui.RichText("See [one](rule:1) and [two](rule:2).", id="text", on_link=followed.append)
    tree = stage(ui.Column(text))
    click(tree, text.link_rects()[0][1].center)
    key(tree, pygame.K_TAB)
    key(tree, pygame.K_RIGHT)
    key(tree, pygame.K_RETURN)
    assert followed == ["rule:1", "rule:2"]


def test_a_table_moves_by_keys_and_opens_the_chosen_row() -> None:
    heard: list[tuple[str, int]] = []
    rows = [(f"Ship {n}", str(n)) for n in range(60)]
    table = ui.Table(
        [ui.Heading("Ship", 3), ui.Heading("Speed", 1, right=True)],
        rows,
        id="ships",
        height=200,
        on_choose=lambda row: heard.append(("choose", row)),
        on_open=lambda row: heard.append(("open", row)),
    )
    tree = stage(ui.Column(table))
    key(tree, pygame.K_TAB)
    for code in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_END, pygame.K_RETURN):
        key(tree, code)
    assert heard == [("choose", 0), ("choose", 1), ("choose", 59), ("open", 59)]
    assert table.offset == table.most, "the chosen row is in view"
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=table.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    tree.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=2, precise_x=0.0, precise_y=2.0))
    assert table.offset < table.most


def test_a_log_of_five_thousand_lines_draws_only_what_is_seen() -> None:
    log = ui.LogView([ui.LogEntry(f"**Ship** fires shot {n}", f"rolled {n % 6 + 1}") for n in range(5000)], "log")
    tree = stage(ui.Column(log, pad=10), (500, 400))
    log.height = 380
    log.relayout()
    tree.draw(pygame.Surface((500, 400)))
    assert len(log.entries_in_view()) < 30 and 4999 in log.entries_in_view(), "it follows its end"
    log.append(ui.LogEntry("the last"))
    assert 5000 in log.entries_in_view()
    log.scroll_to(0)
    log.append(ui.LogEntry("more"))
    assert 0 in log.entries_in_view(), "it does not jump while one reads further up"
    before = log.content_height()
    click(tree, (log.rect.x + 30, log.rect.y + 5))
    assert 0 in log.opened and log.content_height() > before and "rolled 1" in log.spoken_text()


def test_a_scroll_view_follows_the_focus() -> None:
    view = ui.ScrollView(ui.Column(*(ui.Button(f"b{n}", id=f"b{n}") for n in range(40))), id="view")
    tree = stage(view, (300, 200))
    tree.focus(tree.find("b39"))
    assert view.rect.contains(tree.find("b39").rect)
    tree.focus(tree.find("b0"))
    assert view.rect.contains(tree.find("b0").rect)


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_scroll_bar_that_grows_shorter_leaves_nothing_of_itself(scale: float) -> None:
    """What is drawn again after more came into it is what the whole screen drawn again shows."""
    column = ui.Column(*(ui.Label(f"line {n}") for n in range(20)))
    tree = stage(ui.ScrollView(column), (300, 200), scale)
    surface, whole = pygame.Surface((300, 200)), pygame.Surface((300, 200))
    tree.draw(surface)
    column.add(*(ui.Label(f"more {n}") for n in range(20)))
    column.relayout()
    column.invalidate()
    tree.ensure_layout()
    tree.draw(surface)
    tree.mark(tree.top.rect)
    tree.draw(whole)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_tabs_show_one_page_and_hide_the_others_from_the_focus_ring() -> None:
    pages = [("One", ui.Button("a", id="a")), ("Two", ui.Button("b", id="b"))]
    tree = stage(ui.Column(ui.Tabs(pages, id="tabs")))
    assert [w.id for w in tree.ring()] == ["tabs", "a"]
    tree.focus(tree.find("tabs"))
    key(tree, pygame.K_RIGHT)
    assert [w.id for w in tree.ring()] == ["tabs", "b"]


def test_a_label_without_room_ends_in_an_ellipsis_and_tells_the_rest_in_its_tooltip() -> None:
    words = "Third Torpedo Boat Destroyer Division"
    label = ui.Label(words, id="label", wrap=False, width=90, align="start", min_width=0)
    tree = stage(ui.Column(label))
    assert label.shown_block().placed[-1].text.endswith("…")
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=label.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    tree.tick(100)
    assert tree.tip is None
    tree.tick(1000)
    assert tree.describe()["tooltip"] == words


def test_a_screen_just_shown_is_laid_out_before_what_has_the_focus_tells_its_tooltip() -> None:
    tree = stage(ui.Column(ui.Button("Before", id="before")))
    tree.tick(5000)
    short = Tile("Two and two off Vigo", "about 25 minutes", lambda: None, "short")
    go = ui.Button("Choose sides", id="go", tooltip="*Enter*")
    tree.set_root(ui.Column(ui.Spacer(stretch=1), short, go))
    tree.focus(short)
    tree.tick(6000)
    assert tree.tip is None
    tree.set_root(ui.Column(ui.Spacer(stretch=1), go))
    tree.focus(go)
    tree.tick(7000)
    assert tree.tip is not None and tree.tip.rect.centerx == go.rect.centerx
    assert 0 < go.rect.top - tree.tip.rect.bottom < 20


def test_stretching_children_share_the_room_by_weight() -> None:
    left, right, fixed = ui.Canvas(lambda s, r: None), ui.Canvas(lambda s, r: None), ui.Spacer(width=100, stretch=0)
    left.stretch, right.stretch = 1, 3
    stage(ui.Row(left, right, fixed, gap=0), (500, 100))
    assert (left.rect.w, right.rect.w, fixed.rect.w) == (100, 300, 100)


def test_a_dock_gives_its_centre_what_the_edges_leave() -> None:
    def bare() -> ui.Canvas:
        return ui.Canvas(lambda s, r: None, focusable=False)

    edges = {name: bare() for name in ("top", "bottom", "right", "centre")}
    edges["top"].height, edges["bottom"].height, edges["right"].width = 40, 60, 200
    dock = ui.Dock(edges["centre"], top=edges["top"], bottom=edges["bottom"], right=edges["right"])
    stage(dock, (1000, 500), 2.0)
    assert edges["centre"].rect == pygame.Rect(0, 80, 600, 300)


def test_a_still_tree_draws_nothing_and_a_hover_only_its_widget() -> None:
    surface, tree = draw_gallery((1280, 720))
    assert tree.draw(surface) == []
    button = tree.find("plain")
    tree.handle(pygame.Event(pygame.MOUSEMOTION, pos=button.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    dirty = tree.draw(surface)
    assert len(dirty) == 1 and button.rect.inflate(20, 20).contains(dirty[0])


def test_drawing_only_what_changed_gives_the_same_picture_as_drawing_all() -> None:
    surface, tree = draw_gallery((1280, 720), DAY)
    key(tree, pygame.K_TAB)
    tree.draw(surface)
    for _ in range(6):
        key(tree, pygame.K_TAB)
        tree.draw(surface)
    tree.find("prompt").set_text("Something **else** altogether.")  # type: ignore[attr-defined]
    click(tree, tree.find("motion").rect.center)
    tree.draw(surface)
    whole = pygame.Surface((1280, 720))
    tree.mark_all()
    tree.draw(whole)
    assert surface.get_buffer().raw == whole.get_buffer().raw


@pytest.mark.parametrize("palette", [NIGHT, DAY, HIGH_CONTRAST, colour_blind_safe(NIGHT)], ids=lambda p: p.name)
@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 0.75), ((1280, 720), 1.5), ((1920, 1080), 1.5), ((3840, 2160), 2.5)]
)
def test_no_widget_of_the_gallery_sticks_out_at_any_size(palette: Palette, size: tuple[int, int], scale: float) -> None:
    surface, tree = draw_gallery(size, palette, scale)
    assert tree.misplaced_widgets() == []
    assert len(pygame.transform.average_color(surface)) == 4
    assert surface.get_at((size[0] // 2, 2))[:3] == palette.bar


def test_scale_and_size_change_live() -> None:
    surface, tree = draw_gallery((1280, 720))
    before = tree.find("end").rect.h
    tree.set_scale(1.5)
    tree.draw(surface)
    assert tree.find("end").rect.h == pytest.approx(before * 1.5, abs=3)
    tree.set_scale(9)
    assert tree.scale == 2.5
    tree.handle(pygame.Event(pygame.VIDEORESIZE, size=(1920, 1080), w=1920, h=1080))
    tree.ensure_layout()
    assert tree.root.rect.size == (1920, 1080)


def test_the_tree_can_be_read_as_data_and_a_wrong_id_lists_the_ids() -> None:
    tree = stage(build_gallery(), (1280, 720))
    tree.focus(tree.find("radar"))
    data = tree.describe()

    def all_of(node: dict[str, Any]) -> list[dict[str, Any]]:
        return [node, *(found for child in node.get("children", ()) for found in all_of(child))]

    by_id = {node["id"]: node for node in all_of(data["layers"][0]) if node["id"]}
    assert data["focused"] == "radar" and by_id["radar"]["focused"] and not by_id["radar"]["enabled"]
    assert by_id["radar"]["reason"] == "No ship of this side has radar."
    assert by_id["motion"]["value"] is True and by_id["odds"]["text"].startswith("miss 72.2 %")
    assert by_id["dice"]["text"].startswith("5 on d6 3 on d6 struck")
    with pytest.raises(KeyError, match="no widget 'nowhere'; there are .*anchor"):
        tree.find("nowhere")


def test_the_keyboard_reaches_every_focusable_widget_of_the_gallery() -> None:
    tree = stage(build_gallery(), (1280, 720))
    wanted = {id(w) for w in tree.root.walk() if w.focusable and w.is_shown}
    reached = set()
    for _ in range(len(wanted) + 1):
        key(tree, pygame.K_TAB)
        reached.add(id(tree.focused))
    assert reached == wanted


def test_removing_the_focused_widget_leaves_no_focus_behind() -> None:
    column = ui.Column(ui.Button("a", id="a"), ui.Button("b", id="b"))
    tree = stage(column)
    tree.focus(tree.find("a"))
    column.remove(tree.find("a"))
    assert tree.focused is None
    key(tree, pygame.K_TAB)
    assert tree.describe()["focused"] == "b"


def test_dice_refuse_a_face_they_do_not_have() -> None:
    tree = stage(ui.Column(ui.Dice([ui.Die(7, 6)])))
    with pytest.raises(ValueError, match="a d6 shows 1 to 6, not 7"):
        tree.draw(pygame.Surface((800, 600)))
