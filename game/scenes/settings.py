"""Settings: size, colours, motion, sound, keys. Every change applies and is saved at once."""

from __future__ import annotations

from functools import partial

import pygame

from game.app import App
from game.hud.keychange import KeyCatcher, why_not, with_key, without_override
from game.hud.keymap import ACTIONS, Keys
from game.scene import Scene
from game.scenes.book_page import page, units
from game.scenes.play import PlayScene
from game.sound import BATTLE, CLASSES, VOLUMES
from game.stack import Pop
from game.ui import widgets as ui
from game.words import capital, tr, tr_noop, trn

PALETTES = (
    ("auto", tr_noop("by battle: night or day")),
    ("night", tr_noop("night map")),
    ("day", tr_noop("day map")),
    ("high_contrast", tr_noop("high contrast")),
)
SCENES = (("slow", tr_noop("slow")), ("normal", tr_noop("normal")), ("fast", tr_noop("fast")), ("off", tr_noop("off")))
MOTIONS = (("full", tr_noop("full")), ("quick", tr_noop("fast")), ("off", tr_noop("off")))
READERS = (("auto", tr_noop("automatic")), ("on", tr_noop("on")), ("off", tr_noop("off")))
TUTOR = (0, 5, 10, 15, 25)  # points of win chance
SOUNDS = {
    "guns": (tr_noop("Guns and hits"), "big_gun"),
    "sea": (tr_noop("Sea and torpedoes"), "splash"),
    "signals": (tr_noop("Bells and drums"), "bell"),
    "table": (tr_noop("Dice and table"), "dice"),
    "ambience": (tr_noop("Sea and wind"), ""),
    "music": (tr_noop("Music"), ""),
    "battle": (tr_noop("Music in battle"), ""),
}
WIDE = 860  # two columns from this unscaled width
NARROW = 600  # below these widths, a field is under its label, not beside it


class SettingsScene(Scene):
    """The player's settings on this computer."""

    title = tr_noop("Settings")
    table: ui.Table
    scale: ui.Slider
    full: ui.Toggle
    reading: ui.Label
    scroll: ui.ScrollView

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.scale_wanted = app.settings.ui_scale
        self.not_saved = ""
        self.volume_changed = ""  # the sound class whose slider is being dragged
        self.chosen = 0

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: one column, or two if there is room."""
        wide = units(self.app)[0] >= WIDE
        left = ui.Column(self._looks(), self._reading(), gap=12)
        right = ui.Column(self._sounds(), self._keys(wide), gap=12)  # so that every volume is visible without scrolling
        if wide:
            left.width = min(520, units(self.app)[0] * 0.42)
            right.stretch = 1
            body: ui.Widget = ui.Row(left, right, gap=14, pad=(16, 14))
        else:
            body = ui.Column(left, right, gap=12, pad=(12, 10))
        self.scroll = ui.ScrollView(body, "settings_scroll", stretch=1)
        note = tr("changes apply immediately") if units(self.app)[0] >= NARROW else ""
        return page(tr("Settings"), note, self.scroll, self.back, (self._note(),), id="settings")

    def _note(self) -> ui.RichText:
        """Return where the settings are saved, or why they are not."""
        where = self.app.folders.settings
        words = f"{{bad:{ui.escape(self.not_saved)}}}" if self.not_saved else tr("*saved*")
        tip = ui.escape(self.not_saved or tr("Saved in {folder}", folder=where))
        return ui.RichText(words, "saved", lines=1, align="centre", tooltip=tip, stretch=2 if self.not_saved else 0)

    def _line(self, label: ui.Label, field: ui.Widget) -> ui.Widget:
        """Return a label and its field: side by side, or one below the other if there is no room."""
        if units(self.app)[0] >= NARROW:
            return ui.form_row(label, field)
        field.label = field.label or label.spoken_text()
        return ui.Column(label, field, gap=3)

    def _looks(self) -> ui.Panel:
        settings = self.app.settings
        self.scale = ui.Slider(
            round(self.scale_wanted * 100), 75, 250, "ui_scale", step=5, unit=" %", on_change=self._on_scale
        )  # applied on release, so that the slider does not move away from the pointer
        names = [name for name, _ in PALETTES]
        now = names.index(settings.palette) if settings.palette in names else 0
        motions = [name for name, _ in MOTIONS]
        paces = [name for name, _ in SCENES]
        tutors = [
            trn("at {count} % of win chance", "at {count} % of win chance", points) if points else tr("never")
            for points in TUTOR
        ]
        tutor = max(at for at, points in enumerate(TUTOR) if points <= settings.tutor)
        self.full = ui.Toggle(
            tr("Full screen"), settings.fullscreen, lambda on: self.app.toggle_fullscreen(), "fullscreen"
        )
        self.full.tooltip = tr("*F11*")
        return ui.Panel(
            self._line(ui.Label(tr("UI scale")), self.scale),
            self._line(
                ui.Label(tr("Colours")),
                ui.DropDown([tr(words) for _, words in PALETTES], now, self._palette, "palette"),
            ),
            ui.Toggle(tr("Colour-blind safe (blue and orange)"), settings.colour_safe, self._safe, "colour_safe"),
            self._line(
                ui.Label(tr("Motion")),
                ui.DropDown(
                    [tr(words) for _, words in MOTIONS], motions.index(settings.motion), self._motion, "motion"
                ),
            ),
            self._line(
                ui.Label(tr("Event scenes")),
                ui.DropDown([tr(words) for _, words in SCENES], paces.index(settings.scenes), self._scenes, "scenes"),
            ),
            self.full,
            ui.Toggle(
                tr("Warn before a phase ends with orders left"), settings.confirm_end, self._confirm, "confirm_end"
            ),
            ui.Toggle(tr("Skip phases with nothing at stake"), settings.pass_phases, self._pass, "pass_phases"),
            self._line(ui.Label(tr("Blunder warning")), ui.DropDown(tutors, tutor, self._tutor, "tutor")),
            ui.Toggle(tr("Advice button (the Captain's order)"), settings.advice, self._advice, "advice_wanted"),
            ui.Toggle(tr("Win chance beside the points"), settings.win_chance, self._win_chance, "win_chance"),
            ui.Toggle(tr("Show rule cards on first use"), settings.rule_cards, self._cards, "rule_cards"),
            title=tr("Screen and play"),
            gap=8,
        )

    def _sounds(self) -> ui.Panel:
        app, settings = self.app, self.app.settings
        reason = app.sound.notice
        rows: list[ui.Widget] = [
            ui.Toggle(tr("Mute everything"), settings.muted, self._mute, "muted"),
            ui.Toggle(tr("Music, in battles and menus"), settings.music, self._music, "music_wanted"),
            ui.Toggle(tr("Sound captions on the board"), settings.sound_captions, self._captions, "sound_captions"),
        ]
        for kind in CLASSES:
            words, effect = SOUNDS.get(kind, (kind.capitalize(), ""))
            value = settings.volumes.get(kind, round(100 * VOLUMES[kind]))
            slider = ui.Slider(
                value, 0, 100, f"volume_{kind}", step=5, unit=" %", on_change=partial(self._volume, kind)
            )
            slider.stretch = 1
            test = ui.Button(
                tr("Test"), partial(self._test, kind, effect), f"test_{kind}", size="small", align="centre"
            )
            if reason:
                test.enabled, test.reason = False, ui.escape(reason)
            rows.append(ui.Row(ui.Label(tr(words), width=140, align="centre"), slider, test, gap=10))
        if reason:
            rows.append(ui.Label(reason, "no_sound", role="italic", size="small", colour="ink_soft"))
        return ui.Panel(*rows, title=tr("Sound"), gap=7)

    def _reading(self) -> ui.Panel:
        """Return the panel for screen readers and our own voice, with their state."""
        settings = self.app.settings
        modes = [name for name, _ in READERS]
        self.reading = ui.Label("", "reader_state", role="italic", size="small", colour="ink_soft")
        self.reading.set_text(self._reading_words())
        return ui.Panel(
            self._line(
                ui.Label(tr("Screen reader")),
                ui.DropDown([tr(words) for _, words in READERS], modes.index(settings.reader), self._reader, "reader"),
            ),
            ui.Toggle(tr("Built-in voice (Ctrl: silence)"), settings.voice, self._voice, "voice"),
            self.reading,
            title=tr("Speech"),
            gap=7,
        )

    def _reading_words(self) -> str:
        reader = self.app.reader
        return " ".join(word for word in (reader.state(), reader.voice_fault) if word)

    def _reader(self, index: int) -> None:
        self.app.settings.reader = READERS[index][0]
        self._begin_reading()

    def _voice(self, on: bool) -> None:
        self.app.settings.voice = on
        self._begin_reading()

    def _begin_reading(self) -> None:
        self.app.start_reader()
        self.reading.set_text(self._reading_words())
        self._save()

    def _keys(self, wide: bool) -> ui.Panel:
        rows = self._rows()
        self.table = ui.Table(
            [ui.Heading(tr("What it does"), 5), ui.Heading(tr("Key"), 3)],
            rows,
            "keys",
            on_choose=self._choose,
            on_open=lambda row: self.ask_key(False),
            height=min(29 * len(rows) + 34, max(180, units(self.app)[1] - 190)) if wide else 260,
        )
        self.table.row = self.chosen
        buttons = ui.Flow(
            ui.Button(tr("Change key"), lambda: self.ask_key(False), "key_change", tooltip=tr("Or *Enter* on the row")),
            ui.Button(tr("Add a key"), lambda: self.ask_key(True), "key_add"),
            ui.Button(tr("Default"), self.key_default, "key_default", style="quiet"),
            ui.Button(tr("Restore defaults"), self.all_default, "keys_default", style="quiet"),
            gap=8,
        )
        return ui.Panel(self.table, buttons, title=tr("Keys"), note=tr("board"), gap=9, id="keys_panel")

    def _rows(self) -> list[tuple[str, str]]:
        keys = Keys(self.app.settings.keys)
        return [(capital(tr(words)), keys.keys_of(action)) for action, (_, words) in ACTIONS.items()]

    # ------------------------------------------------------------------ changing

    def _save(self) -> None:
        self.not_saved = self.app.save_settings()
        note = self.app.tree.find("saved")
        assert isinstance(note, ui.RichText)
        fresh = self._note()
        note.set_text(fresh.runs)
        note.tooltip, note.stretch = fresh.tooltip, fresh.stretch
        note.relayout()

    def _apply(self) -> None:
        """Apply a setting and rebuild the page at the same scroll position."""
        tree = self.app.tree
        focused, visible = (tree.focused.id if tree.focused is not None else ""), tree.focus_visible
        offset = self.scroll.offset
        self.app.apply_settings()
        tree.ensure_layout()
        self.scroll.scroll_to(offset)
        self._save()
        found = next((widget for widget in tree.root.walk() if widget.id == focused), None) if focused else None
        if found is not None and visible:
            tree.focus(found)

    def _on_scale(self, percent: float) -> None:
        self.scale_wanted = percent / 100

    def _palette(self, index: int) -> None:
        self.app.settings.palette = PALETTES[index][0]
        self._apply()

    def _safe(self, on: bool) -> None:
        self.app.settings.colour_safe = on
        self._apply()

    def _motion(self, index: int) -> None:
        self.app.settings.motion = MOTIONS[index][0]
        self._save()

    def _scenes(self, index: int) -> None:
        self.app.settings.scenes = SCENES[index][0]
        self._save()

    def _confirm(self, on: bool) -> None:
        self.app.settings.confirm_end = on
        self._save()

    def _tutor(self, index: int) -> None:
        self.app.settings.tutor = TUTOR[index]
        self._save()

    def _advice(self, on: bool) -> None:
        self.app.settings.advice = on
        self._save()

    def _win_chance(self, on: bool) -> None:
        self.app.settings.win_chance = on
        self._save()

    def _pass(self, on: bool) -> None:
        self.app.settings.pass_phases = on
        self._save()

    def _cards(self, on: bool) -> None:
        self.app.settings.rule_cards = on
        self._save()

    def _mute(self, on: bool) -> None:
        self.app.settings.muted = on
        self.app.sound.set_muted(on)
        self._save()

    def _music(self, on: bool) -> None:
        self.app.settings.music = on
        self.app.sound.set_musical(on)
        if on:
            self.app.sound.play_music()
        self._save()

    def _captions(self, on: bool) -> None:
        self.app.settings.sound_captions = on
        self._save()

    def _volume(self, kind: str, percent: float) -> None:
        self.app.settings.volumes[kind] = round(percent)
        self.app.sound.set_volume(kind, percent / 100)
        self.volume_changed = kind

    def _test(self, kind: str, effect: str) -> None:
        sound = self.app.sound
        tune = {"music": "", "battle": BATTLE}.get(kind)
        if sound.play_music(tune) if tune is not None else not effect or sound.play(effect):
            return
        why = tr("This volume is at zero.")
        if sound.muted:
            why = tr("Everything is muted.")
        elif tune is not None and not sound.musical:
            why = tr("Music is switched off.")
        self.app.tree.show_tip(self.app.tree.find("muted").rect, why, tone="bad")

    # ------------------------------------------------------------------ keys

    @property
    def action(self) -> str:
        """Return the action of the selected row."""
        return list(ACTIONS)[max(0, self.chosen)]

    def _choose(self, row: int) -> None:
        self.chosen = row

    def ask_key(self, add: bool) -> None:
        """Show a dialog that waits for the new key and says why a key cannot be used."""
        action, tree = self.action, self.app.tree
        words = ACTIONS[action][1]
        refusal = ui.RichText(" ", "key_refusal", colour="bad")

        def take(key: str) -> None:
            reason = self.give_key(action, key, add=add)
            if reason:
                refusal.set_text(ui.escape(reason))
            else:
                tree.close(modal)

        catcher = KeyCatcher(take, lambda: tree.close(modal))
        body = ui.Column(ui.Label(capital(tr(words)), role="bold"), catcher, refusal, gap=10)
        title = tr("Add a key") if add else tr("Change key")
        cancel = ui.Button(tr("Cancel"), lambda: tree.close(modal), "key_cancel")
        modal = ui.Modal(title, body, (cancel,), id="key_dialog", dialog_width=420)
        tree.open(modal)
        tree.focus(catcher)

    def give_key(self, action: str, key: str, *, add: bool = False) -> str:
        """Assign a key to an action and save it. Return why not; empty on success."""
        reason = why_not(self.app.settings.keys, action, key)
        if reason:
            return reason
        self._use(with_key(self.app.settings.keys, action, key, add=add))
        return ""

    def key_default(self) -> None:
        """Reset the selected action to its default key, or say why that is impossible."""
        try:
            self._use(without_override(self.app.settings.keys, self.action))
        except ValueError as error:
            self.app.tree.show_tip(self.app.tree.find("key_default").rect, ui.escape(str(error)), tone="bad")

    def all_default(self) -> None:
        """Reset every key to its default."""
        self._use({})

    def _use(self, keys: dict[str, str]) -> None:
        self.app.settings.keys = keys
        for scene in self.app.scenes:
            if isinstance(scene, PlayScene):
                scene.keys = Keys(keys)
        self.table.set_rows(self._rows())
        self._save()

    # ------------------------------------------------------------------ leaving and time

    def back(self) -> None:
        """Return to the previous page with everything applied."""
        self.app.change(Pop())

    def on_leave(self) -> None:
        """Save and apply the settings; the app rebuilds the page below."""
        self.app.settings.ui_scale = self.scale_wanted
        self.app.tree.set_palette(self.app.palette)
        self.app.tree.set_scale(self.scale_wanted)
        self.app.save_settings()

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape goes back."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    def tick(self, now_ms: int) -> None:
        """Apply the size and save a volume when the slider is released; follow full screen toggled by key."""
        settings = self.app.settings
        self.full.set(settings.fullscreen)
        self.reading.set_text(self._reading_words())
        if self.volume_changed and not self.app.tree.find(f"volume_{self.volume_changed}").pressed:
            self.volume_changed = ""
            self._save()
        if self.scale_wanted != settings.ui_scale and not self.scale.pressed:
            settings.ui_scale = self.scale_wanted
            self._apply()
