"""What colour each ink has: on paper pure black and greys, on a screen light, dark, or as its owner likes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzle_models.kernel.canvas import Ink

Palette = Mapping[Ink, str]


@dataclass(frozen=True)
class Theme:
    """Colours by ink; `dark`, where there is one, takes their place on a dark screen."""

    name: str
    light: Palette
    dark: Palette | None = None

    def ink(self, colour: str) -> Ink:
        """The first ink of a colour, as `light` has it. Raises KeyError for a colour that is none."""
        return next((ink for ink, each in self.light.items() if each == colour), None) or _unknown(colour)


def _unknown(colour: str) -> Ink:
    raise KeyError(f"no ink has the colour {colour}")


PRINT = Theme(
    "print",
    {
        Ink.PAPER: "#ffffff",
        Ink.INK: "#000000",
        Ink.ANSWER: "#505050",
        Ink.LINE: "#909090",
        Ink.GIVEN: "#dcdcdc",
        Ink.BLACK: "#000000",
        Ink.ON_BLACK: "#ffffff",
        Ink.SEAM: "#787878",
    },
)
_BRIGHT = {
    Ink.PAPER: "#ffffff",
    Ink.INK: "#1c2026",
    Ink.ANSWER: "#1f5fae",
    Ink.LINE: "#a9b0ba",
    Ink.GIVEN: "#e3e8ee",
    Ink.BLACK: "#14171b",
    Ink.ON_BLACK: "#f7f8fa",
    Ink.SEAM: "#59606b",
}
_DIM = {
    Ink.PAPER: "#23272e",
    Ink.INK: "#eef1f5",
    Ink.ANSWER: "#8fc1ff",
    Ink.LINE: "#59616d",
    Ink.GIVEN: "#3a414c",
    Ink.BLACK: "#07080a",
    Ink.ON_BLACK: "#f7f8fa",
    Ink.SEAM: "#4a515c",
}
SCREEN = Theme("screen", _BRIGHT, _DIM)
DARK = Theme("dark", _DIM)
THEMES = {theme.name: theme for theme in (PRINT, SCREEN, DARK)}
