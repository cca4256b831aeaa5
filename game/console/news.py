"""What has happened, for play by typing: scenes in a line each, with their rolls, and the log of everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.skins import Skin
from game.table.event_scenes import EventScene, event_scenes, sum_of
from game.table.speech import caption_line
from rules.kernel.ruling import Rolled, is_visible_to
from rules.kernel.seat import VisibleStep
from rules.kernel.session import Session


def news_lines(session: Session, side: str, skin: Skin, steps: Sequence[VisibleStep]) -> Iterator[str]:
    """Tell steps to a side: what it caused itself and what makes no scene as in the log, the rest scene by scene."""
    if not steps:
        return
    scenes = event_scenes(session, side, skin, steps[0].number, steps[-1].number + 1)
    of = {id(event): scene for scene in scenes for event in (*scene.events, *scene.rolls)}
    said: set[int] = set()
    for step in steps:
        events = [event for event in session.steps[step.number].events if is_visible_to(event, side)]
        for caption, event in zip(step.captions, events, strict=True):
            scene = of.get(id(event))
            if scene is None:
                yield caption_line(caption)
            elif id(scene) not in said:
                said.add(id(scene))
                yield from scene_lines(scene)


def scene_lines(scene: EventScene) -> Iterator[str]:
    """Yield a scene: its title with what else happened and its rule, then each of its rolls."""
    details = " · ".join(part for part in (scene.line, *scene.parts) if part)
    text = ". ".join(part.rstrip(".") for part in (scene.title, details) if part)
    yield f"{text}. [{scene.rule}]"
    for roll in scene.rolls:
        yield f"  {_roll_line(roll)} [{roll.rule}]"


def _roll_line(roll: Rolled) -> str:
    return f"{roll.what[:1].upper()}{roll.what[1:]}: {sum_of(roll)}"
