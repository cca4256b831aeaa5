"""Captions for sounds: the name of each sound is shown over the board for a while, for players who cannot hear it."""

from __future__ import annotations

import pygame

from game.app import App
from game.ui import widgets as ui
from game.words import tr, tr_noop

WORDS = {
    "gun": tr_noop("a gun"),
    "big_gun": tr_noop("heavy guns"),
    "far_gun": tr_noop("distant guns"),
    "explosion": tr_noop("an explosion"),
    "volley": tr_noop("a volley"),
    "splash": tr_noop("a splash"),
    "sinking": tr_noop("a ship sinking"),
    "creak": tr_noop("creaking timbers"),
    "marching": "marching",
    "hit": tr_noop("a hit"),
    "torpedo": tr_noop("a torpedo launch"),
    "bell": tr_noop("a bell"),
    "drum": "drums",
    "dice": "dice",
    "click": "",
}
TUNES_TOLD = {
    "old_hundredth": tr_noop("“Old Hundredth” (1551), a horn, then brass and organ"),
    "god_save_the_king": tr_noop("“God Save the King” (1744), a horn, then brass and organ"),
    "night_watch": tr_noop("“Night Watch”, a horn, then horn and organ, slow"),
    "taps": tr_noop("“Taps” (1862), a bugle alone"),
}
SHOWN_MS = 2600
MOST = 3  # most sounds in one caption


class TuneLabel(ui.Label):
    """The name of the music now playing, if sounds have captions; it keeps its room in silence."""

    def __init__(self, app: App) -> None:
        super().__init__(" ", "tune", role="italic", size="small", colour="ink_soft", text_align="centre")
        self.app = app
        self.visible = app.settings.sound_captions

    def look(self) -> None:
        """Show the music playing now."""
        tune = self.app.sound.current_tune
        words = tr("Music: {tune}", tune=tr(TUNES_TOLD[tune])) if tune else " "
        if self.visible and self.spoken_text() != words:
            self.set_text(words)
            self.invalidate()


class SoundCaptions:
    """Plays sounds and, if the settings say so, shows captions."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.strip: ui.Panel | None = None  # the strip of captions
        self.label = ui.Label("", "sound_caption", role="italic", wrap=False)
        self._heard: list[str] = []
        self._until = 0

    def widget(self) -> ui.Panel:
        """Return a new strip of captions."""
        self.label = ui.Label("", "sound_caption", role="italic", wrap=False)
        self.strip = ui.Panel(self.label, id="sound_captions", pad=(12, 5), visible=False)
        return self.strip

    def play(self, effect: str) -> bool:
        """Play a sound; return True if it can be heard. Its caption does not depend on that."""
        words = tr(WORDS[effect]) if WORDS[effect] else ""
        if self.app.settings.sound_captions and words and self.strip is not None and self.strip.is_attached:
            now = pygame.time.get_ticks()
            self._heard = [word for word in self._heard if now < self._until and word != words][1 - MOST :] + [words]
            self._until = now + SHOWN_MS
            self.label.set_text(tr("Heard: {names}", names=", ".join(self._heard)))
            self.label.relayout()
            self.strip.set_visible(True)
        return self.app.sound.play(effect)

    def tick(self) -> None:
        """Remove captions whose time is over."""
        if self.strip is not None and self.strip.visible and pygame.time.get_ticks() >= self._until:
            self.strip.set_visible(False)
