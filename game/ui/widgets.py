"""Every widget under one name: `from game.ui import widgets as ui`."""

from __future__ import annotations

from game.ui.buttons import RIGHT, WRONG, Button, Pressable, Tabs, Toggle
from game.ui.canvas import Canvas
from game.ui.charts import Bar, BarChart, Dice, Die, ProgressBar
from game.ui.inputs import DropDown, Slider
from game.ui.layout import Column, Dock, Flow, Panel, Row, Rule, Spacer, Stack, equal, form_row
from game.ui.lists import Heading, ListBox, Table
from game.ui.logview import LogView
from game.ui.markup import LogEntry, Run, escape, parse
from game.ui.popups import Menu, MenuItem, Modal, message, open_menu
from game.ui.ribbon import PhaseRibbon
from game.ui.scroll import ScrollView
from game.ui.text import Label, RichText
from game.ui.text_input import TextInput
from game.ui.tree import Tree
from game.ui.widget import Pos, Widget

__all__ = [
    "RIGHT",
    "WRONG",
    "Bar",
    "BarChart",
    "Button",
    "Canvas",
    "Column",
    "Dice",
    "Die",
    "Dock",
    "DropDown",
    "Flow",
    "Heading",
    "Label",
    "ListBox",
    "LogEntry",
    "LogView",
    "Menu",
    "MenuItem",
    "Modal",
    "Panel",
    "PhaseRibbon",
    "Pos",
    "Pressable",
    "ProgressBar",
    "RichText",
    "Row",
    "Rule",
    "Run",
    "ScrollView",
    "Slider",
    "Spacer",
    "Stack",
    "Table",
    "Tabs",
    "TextInput",
    "Toggle",
    "Tree",
    "Widget",
    "equal",
    "escape",
    "form_row",
    "message",
    "open_menu",
    "parse",
]
