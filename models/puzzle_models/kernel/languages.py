"""The languages that players are spoken to in: what a genre says of itself in each, and how sentences are made.

phrase       a sentence, or a part of one, with names for the facts that it is filled with, as in "{cell} is empty."
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

LANGUAGES = ("en", "es", "fr")


@dataclass(frozen=True)
class Tongue:
    """The words of one language that all genres share. `rows` and `columns` as one, as several, and as all of them.

    `or_before` has the word for "or" before numbers where that is another.
    """

    row: str  # in the name of a cell
    column: str
    rows: tuple[str, str, str]
    columns: tuple[str, str, str]
    conjunction: str
    alternative: str
    numbers: tuple[str, ...]
    or_before: Mapping[str, str] = field(default_factory=dict)


TONGUES = {
    "en": Tongue(
        row="r",
        column="c",
        rows=("row {}", "rows {}", "all rows"),
        columns=("column {}", "columns {}", "all columns"),
        conjunction="and",
        alternative="or",
        numbers=("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    ),
    "es": Tongue(
        row="f",
        column="c",
        rows=("la fila {}", "las filas {}", "todas las filas"),
        columns=("la columna {}", "las columnas {}", "todas las columnas"),
        conjunction="y",
        alternative="o",
        numbers=("cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
        or_before={"8": "u", "11": "u"},  # ocho, once
    ),
    "fr": Tongue(
        row="l",
        column="c",
        rows=("la ligne {}", "les lignes {}", "toutes les lignes"),
        columns=("la colonne {}", "les colonnes {}", "toutes les colonnes"),
        conjunction="et",
        alternative="ou",
        numbers=("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    ),
}


@dataclass(frozen=True)
class Texts:
    """A genre in one language: its name, and its rules in a few short sentences for people who never saw it.

    `says` has what each technique of the ladder says. `phrases` are those of the walkthrough. `spoken` has words for
    symbols that typefaces lack, as they stand in its sentences.
    """

    name: str
    rules: tuple[str, ...]
    says: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)

    def without_symbols(self, sentence: str) -> str:
        """A sentence with words in place of such symbols, those side by side between commas."""
        if not self.spoken:
            return sentence
        symbols = re.compile(f"[{''.join(self.spoken)}]+")
        return symbols.sub(lambda found: ", ".join(map(self.spoken.__getitem__, found[0])), sentence)


@dataclass(frozen=True)
class Several:
    """Names for a sentence: `{cells}` lists them, `{cells:is|are}` is the first word for one and else the second."""

    text: str
    count: int

    def __format__(self, words: str) -> str:
        one, _, many = words.partition("|")
        return self.text if not words else one if self.count == 1 else many

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Speech:
    """A genre's phrases, and names in their language. Rows and columns are taken from zero, and named from one."""

    tongue: Tongue
    phrases: Mapping[str, str]

    def say(self, phrase: str, **facts: object) -> str:
        return self.phrases[phrase].format(**facts)

    def cell(self, row: int, col: int) -> str:
        return f"{self.tongue.row}{row + 1}{self.tongue.column}{col + 1}"

    def line(self, line: int, height: int) -> str:
        """`row 3`, with its article where the language has one; lines count rows first, then columns."""
        return self.lines([line], height, width=0).text

    def lines(self, lines: Sequence[int], height: int, width: int) -> Several:
        """Rows, or columns: `row 1`, `rows 1, 2 and 5`, or `all rows`."""
        are_rows = lines[0] < height
        one, several, every = self.tongue.rows if are_rows else self.tongue.columns
        numbers = self.every(line + 1 if are_rows else line - height + 1 for line in lines)
        whole = len(lines) > 1 and len(lines) == (height if are_rows else width)
        return Several(every if whole else (one if numbers.count == 1 else several).format(numbers), numbers.count)

    def every(self, names: Iterable[object]) -> Several:
        """`r1c1`, `r1c1 and r1c2`, or `r1c1, r1c2 and r1c3`; each name once."""
        found = list(dict.fromkeys(map(str, names)))
        return Several(_joined(found, self.tongue.conjunction), len(found))

    def either(self, names: Iterable[object]) -> str:
        """`1`, `1 or 2`, or `1, 2 or 4`; each name once."""
        found = list(dict.fromkeys(map(str, names)))
        number = re.match(r"\d*", found[-1])
        return _joined(found, self.tongue.or_before.get(number[0] if number else "", self.tongue.alternative))

    def number(self, count: int) -> str:
        """A number up to ten as a word."""
        return self.tongue.numbers[count] if count < len(self.tongue.numbers) else str(count)


def upper_first(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


def _joined(names: Sequence[str], word: str) -> str:
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last
