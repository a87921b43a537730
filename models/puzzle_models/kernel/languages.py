"""The languages that players are spoken to in, and what a genre says of itself in each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

LANGUAGES = ("en", "es", "fr")


@dataclass(frozen=True)
class Texts:
    """A genre in one language: its name, and its rules in a few short sentences for people who never saw it.

    `spoken` has words for symbols that typefaces lack, as they stand in the sentences of a walkthrough.
    """

    name: str
    rules: tuple[str, ...]
    spoken: Mapping[str, str] = field(default_factory=dict)

    def without_symbols(self, sentence: str) -> str:
        """A sentence with words in place of such symbols, those side by side between commas."""
        if not self.spoken:
            return sentence
        symbols = re.compile(f"[{''.join(self.spoken)}]+")
        return symbols.sub(lambda found: ", ".join(map(self.spoken.__getitem__, found[0])), sentence)
