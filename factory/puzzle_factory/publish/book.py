"""A book of puzzles as PDF: title, contents, rules, the puzzles in sections, the answers at the back.

entry        a puzzle of the book with its number, level and score
section      entries one after another of one genre and level
placed       a drawing in the finished book: of which entry, where, and whether it is the answer
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import TypeVar

from puzzle_factory.publish.book_style import GRIDS, MM, BookStyle
from puzzle_factory.publish.plates import Plate
from puzzle_factory.publish.press import GREY, LEADING, MIDDLE, RIGHT, Box, Press
from puzzle_factory.publish.scan import Plot
from puzzle_factory.publish.wording import WORDINGS, Wording
from puzzle_models.kernel.canvas import Look
from puzzle_models.kernel.contract import LEVELS, Genre

T = TypeVar("T")

HEADING, TEXT, LABEL, SMALL = 16, 10, 11, 7  # sizes of type
BAND = 30  # at the top of a page, for the heading
GAP = 8 * MM  # between puzzles
CAPTION = 20  # above a puzzle, for its number and level
ANSWER_WIDTH, ANSWER_CAPTION, ANSWER_GAP = 42 * MM, 12, 5 * MM
EXAMPLE_HEIGHT = 62 * MM
EXAMPLE_STEPS = 4


@dataclass(frozen=True)
class Entry:
    """`plate` has the answer; `score` is None where the ladder does not finish."""

    plate: Plate
    number: int
    level: str
    score: float | None


@dataclass(frozen=True)
class Placed:
    """`page` counts from one. `caption` is where the number stands, `plot` where the drawing does."""

    entry: Entry
    page: int
    caption: Plot
    plot: Plot
    is_answer: bool


@dataclass(frozen=True)
class Section:
    genre: Genre
    level: str
    entries: tuple[Entry, ...]

    def title(self, words: Wording, language: str) -> str:
        return f"{self.genre.texts(language).name} · {words.levels[self.level]}"


def sections_of(entries: Sequence[Entry]) -> list[Section]:
    """The entries as they come, cut where genre or level changes."""
    groups = groupby(entries, key=lambda entry: (entry.plate.genre.name, entry.level))
    found = [(level, tuple(members)) for (_, level), members in groups]
    return [Section(members[0].plate.genre, level, members) for level, members in found]


def bound(entries: Sequence[Entry], style: BookStyle) -> tuple[bytes, list[Placed]]:
    """The finished book, and where each drawing of it stands. Raises WrongUsage where it cannot be set."""
    return _Book(entries, style).bound()


class _Book:
    def __init__(self, entries: Sequence[Entry], style: BookStyle) -> None:
        self.entries, self.style = entries, style
        self.sections = sections_of(entries)
        self.genres = list({section.genre.name: section.genre for section in self.sections}.values())
        self.words = WORDINGS[style.language]
        self.press = Press(style)
        self.placed: list[Placed] = []

    def bound(self) -> tuple[bytes, list[Placed]]:
        self._title()
        self._contents()
        for genre in self.genres if self.style.with_rules else ():
            self._rules(genre)
        for section in self.sections:
            self._puzzles(section)
        self._answers()
        return self.press.finished(), self.placed

    def _title(self) -> None:
        names = " · ".join(genre.texts(self.style.language).name for genre in self.genres)
        title = self.style.title or names
        block = self.press.block
        box = block.without_top(block.height / 4)
        for text, size, bold in ((title, 30, True), (self.style.subtitle, 16, False), (self.style.author, 13, False)):
            if text:
                box = self.press.paragraph(text, box, size, bold, stands=MIDDLE).without_top(size)
        count = f"{len(self.entries)} {self.words.puzzles}"
        for text in (count if title == names else f"{names} · {count}", self.style.note):
            box = self.press.paragraph(text, box, TEXT, stands=MIDDLE)
        self.press.canvas.setTitle(title)
        self.press.canvas.setAuthor(self.style.author)
        self.press.canvas.setCreator("puzzle-factory")
        self.press.bookmark(title)
        self.press.turn(with_number=False)

    def _contents(self) -> None:
        lines = self._chapters()
        room = int((self.press.block.height - BAND) // (1.8 * TEXT))
        extra = ceil(len(lines) / room)  # the contents' own pages
        for at, part in enumerate(in_parts(lines, room)):
            box = self._headed(self.words.contents, is_first=at == 0)
            for title, page in part:
                box = box.without_top(1.8 * TEXT)
                self._leader(title, page + extra, box)
            self.press.turn()

    def _leader(self, title: str, page: int, box: Box) -> None:
        """A line of the contents, dots from the title to the page."""
        press = self.press
        end = press.words(title, box.left, box.top, TEXT, width=box.width - 3 * TEXT)
        start = box.left + box.width - press.width_of(str(page), TEXT)
        dots = int((start - end - TEXT) // press.width_of(".", TEXT))
        press.words("." * max(dots, 0), start - TEXT / 2 - dots * press.width_of(".", TEXT), box.top, TEXT, grey=0.6)
        press.words(str(page), box.left, box.top, TEXT, width=box.width, stands=RIGHT)
        press.link(Box(box.left, box.top - 3, box.width, LEADING * TEXT), page)

    def _chapters(self) -> list[tuple[str, int]]:
        """What the contents list, with pages counted as if they themselves took none."""
        page, chapters = 2, []
        for genre in self.genres if self.style.with_rules else ():
            chapters.append((f"{self.words.rules} · {genre.texts(self.style.language).name}", page))
            page += 1
        for section in self.sections:
            first, last = section.entries[0].number, section.entries[-1].number
            span = f"{first}–{last}" if first != last else str(first)
            chapters.append((f"{section.title(self.words, self.style.language)} ({span})", page))
            page += ceil(len(section.entries) / self.style.per_page)
        return [*chapters, (self.words.answers, page)]

    def _rules(self, genre: Genre) -> None:
        """The rules of a genre and a small board that is solved, in type small enough for the page."""
        texts = genre.texts(self.style.language)
        title = f"{self.words.rules} · {texts.name}"
        self.press.bookmark(title)
        box = self._headed(title, is_first=True)
        example = box.height - EXAMPLE_HEIGHT - 8 * TEXT
        size = next((size for size in (TEXT, 9, 8, 7) if self._height(texts.rules, box, size) <= example), SMALL)
        for rule in texts.rules:
            box = self.press.paragraph(rule, box, size)
        self._example(genre, box.without_top(TEXT), size)
        self.press.turn()

    def _height(self, rules: Sequence[str], box: Box, size: float) -> float:
        return sum(size * (LEADING * len(self.press.lines(rule, box.width, size)) + 0.5) for rule in rules)

    def _example(self, genre: Genre, box: Box, size: float) -> None:
        """The worked board of the last easy technique: the puzzle, its answer, and the first steps in words."""
        technique = [each for each in genre.ladder if each.level == LEVELS[0]][-1]
        puzzle = genre.example(technique)
        path = genre.climb(puzzle, LEVELS[0])
        answer = tuple(int(mark).bit_length() - 1 for mark in path.marks)
        box = self.press.paragraph(self.words.example, box, size + 1, bold=True)
        height = min(EXAMPLE_HEIGHT, box.height * 0.6)
        captions = ((self.words.start, None), (self.words.goal, answer))
        for cell, (caption, shown) in zip(box.cells(2, 1, GAP), captions, strict=True):
            rest = self.press.paragraph(caption, cell, size, stands=MIDDLE)
            self.press.picture(
                genre.drawing(puzzle, shown, Look()), Box(rest.left, rest.top - height, rest.width, height)
            )
        box = self.press.paragraph(self.words.steps, box.without_top(height + 3 * size), size, bold=True)
        steps = (part.text for round_ in genre.deductions(puzzle, path, self.style.language) for part in round_)
        for sentence in (
            self.words.notation,
            *(
                genre.texts(self.style.language).without_symbols(step)
                for step, _ in zip(steps, range(EXAMPLE_STEPS), strict=False)
            ),
        ):
            needed = LEADING * size * len(self.press.lines(sentence, box.width, size))
            box = self.press.paragraph(sentence, box, size) if needed <= box.height else box

    def _puzzles(self, section: Section) -> None:
        title = section.title(self.words, self.style.language)
        columns, rows = GRIDS[self.style.per_page]
        for at, part in enumerate(in_parts(section.entries, columns * rows)):
            if at == 0:
                self.press.bookmark(title)
            cells = self._headed(title, is_first=at == 0).cells(columns, rows, GAP)
            for entry, cell in zip(part, cells, strict=False):
                self._puzzle(entry, cell)
            self.press.turn()

    def _puzzle(self, entry: Entry, cell: Box) -> None:
        """Number, stars, level and score over a puzzle."""
        press, foot = self.press, cell.top - LABEL
        end = press.words(str(entry.number), cell.left, foot, LABEL, bold=True) + LABEL
        end = press.stars(entry.level, end, foot, LABEL) + LABEL / 2
        press.words(self.words.levels[entry.level], end, foot, LABEL - 2, grey=GREY)
        if self.style.with_score and entry.score is not None:
            said = f"{self.words.score} {entry.score:.1f}"
            press.words(said, cell.left, foot, LABEL - 2, grey=GREY, width=cell.width, stands=RIGHT)
        self._place(entry, cell, CAPTION, is_answer=False)

    def _place(self, entry: Entry, cell: Box, caption: float, is_answer: bool) -> None:
        plate, below = entry.plate, cell.without_top(caption)
        answer = plate.answer if is_answer else None
        look = replace(self.style.look, large=False) if is_answer else self.style.look
        plot = self.press.picture(plate.genre.drawing(plate.puzzle, answer, look), below)
        top = self.style.page[1] - cell.top
        number = Plot(cell.left, top, cell.width, caption, 1)
        self.placed.append(Placed(entry, self.press.page, number, plot, is_answer))

    def _answers(self) -> None:
        block = self.press.block.without_top(BAND)
        columns = max(2, int((block.width + ANSWER_GAP) // (ANSWER_WIDTH + ANSWER_GAP)))
        width = (block.width - ANSWER_GAP * (columns - 1)) / columns
        rows = max(1, round((block.height + ANSWER_GAP) / (width + ANSWER_CAPTION + ANSWER_GAP)))
        for at, part in enumerate(in_parts(self.entries, columns * rows)):
            if at == 0:
                self.press.bookmark(self.words.answers)
            cells = self._headed(self.words.answers, is_first=at == 0).cells(columns, rows, ANSWER_GAP)
            for entry, cell in zip(part, cells, strict=False):
                self.press.words(str(entry.number), cell.left, cell.top - SMALL - 1, SMALL + 1, bold=True)
                self._place(entry, cell, ANSWER_CAPTION, is_answer=True)
            self.press.turn()

    def _headed(self, title: str, is_first: bool) -> Box:
        """A page with its heading, large where a chapter begins; returns what is left of it."""
        block = self.press.block
        size = HEADING if is_first else TEXT - 1
        grey = 0 if is_first else GREY
        self.press.words(title, block.left, block.top - HEADING, size, bold=is_first, grey=grey, width=block.width)
        return block.without_top(BAND)


def in_parts(members: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """So many at a time, the last part perhaps fewer."""
    for start in range(0, len(members), size):
        yield members[start : start + size]
