"""The screen-reader role of every kind of widget. A kind missing here is an error."""

from __future__ import annotations

from game.words import tr_noop

ROOT, LIVE = 0, 1  # the numbers of the window and of the live node for announcements

THROUGH = ""  # only arranges its children: they are reported in its place
SILENT = "-"  # decoration: not reported

ROLES = {
    "backdrop": SILENT,
    "bar_chart": "image",
    "box_grid": "list",
    "button": "button",
    "canvas": "board",
    "card_table": "list",
    "cells": "list",
    "chalk": SILENT,
    "column": THROUGH,
    "course": "image",
    "dice": "image",
    "dock": THROUGH,
    "drop_down": "combo",
    "flow": THROUGH,
    "gain_bar": "image",
    "glow": SILENT,
    "grid": "list",
    "key_catcher": "field",
    "label": "label",
    "list": "list",
    "log": "log",
    "menu": "menu",
    "modal": "dialog",
    "order_table": "list",
    "page": THROUGH,
    "panel": "group",
    "phase_ribbon": "tabs",
    "picture": "image",
    "portrait": "image",
    "progress": "progress",
    "scene_progress": "progress",
    "range_bar": "image",
    "rich_text": "text",
    "row": THROUGH,
    "rule": SILENT,
    "score_chart": "image",
    "scroll": THROUGH,
    "ship": "label",
    "sign": "image",
    "slider": "slider",
    "spacer": SILENT,
    "stack": THROUGH,
    "stands": "image",
    "table": "list",
    "tabs": "tabs",
    "tally": "label",
    "text_input": "field",
    "tile": "button",
    "toggle": "check",
    "widget": THROUGH,
    "win_curve": "image",
}
ROWS = {"board": "item", "list": "item", "log": "item", "menu": "menu_item", "tabs": "tab", "text": "link"}
PRESSED = (
    "button",
    "check",
    "combo",
    "item",
    "link",
    "menu_item",
    "tab",
)  # roles that a screen reader can click
WORDS = {  # spoken names of roles; others have none
    "board": "board",
    "button": "button",
    "check": tr_noop("check box"),
    "combo": "choice",
    "dialog": "dialog",
    "field": tr_noop("text field"),
    "image": "picture",
    "link": "link",
    "list": "list",
    "log": "log",
    "menu": "menu",
    "progress": "gauge",
    "slider": "slider",
    "tab": "tab",
    "tabs": "tabs",
}
