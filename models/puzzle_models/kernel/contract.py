"""What a genre brings: one record of functions, and the few types that pass between genre and factory.

Everything here is genre-blind. A puzzle's law, encodings and techniques live in the genre's own folder; the
factory reaches them only through a `Genre` and never asks for its name.

    answer       one value a cell, row by row, as a tuple of ints
    marks        one bit mask a cell, row by row, bit k set while value k is still possible (numpy uint32)
    shape        what an encoding is built for once: puzzles of equal shape differ in numbers and givens only
    rung         place of a technique in the ladder, the easiest 0
    family       puzzles of one answer, one a level, each with fewer givens than the one before and more work
    presentation a puzzle turned, mirrored or otherwise laid out anew, by number; 0 as it was drawn
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from puzzle_models.kernel.mending import Mending

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from puzzle_models.kernel.canvas import Drawing, Look
    from puzzle_models.kernel.encodings import CnfEncoding, CpEncoding
    from puzzle_models.kernel.languages import Texts

Answer = tuple[int, ...]
LEVELS = ("easy", "medium", "hard", "expert")
NOT_DRAWN = "none"  # in place of a level
BEYOND = "beyond"  # unique, but the ladder cannot finish it
NESTED = "nested"  # in place of the level in a wish: a family


@dataclass(frozen=True)
class Violation:
    """A breach of a rule or a fault of a puzzle: a stable code, the place in the puzzle's words, and what is wrong."""

    code: str
    where: str
    message: str


class InvalidPuzzle(Exception):
    """What was given is no sound puzzle of its genre; `faults` names all that is wrong at sight, never empty.

    `puzzle` is what was read, unsound as it is, where nothing of it is missing or unread: fit for mending, no more.
    """

    def __init__(self, faults: Sequence[Violation], puzzle: Any = None) -> None:
        self.faults = tuple(faults)
        self.puzzle = puzzle
        super().__init__(self.faults, puzzle)  # what it is made from, so that it travels between processes

    def __str__(self) -> str:
        return "; ".join(fault.message for fault in self.faults)


class Puzzle(Protocol):
    """A sound puzzle: frozen, hashable, checked at sight when it was made."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def shape(self) -> Hashable: ...


@dataclass(frozen=True)
class Technique:
    """One rung of the ladder: a name for scripts, the level that needs it, and the rule in a sentence."""

    name: str
    level: str
    says: str


def rungs_up_to(ladder: Sequence[Technique]) -> dict[str, int]:
    """By level, how many rungs of a ladder need no more than it."""
    return {level: sum(LEVELS.index(rung.level) <= rank for rung in ladder) for rank, level in enumerate(LEVELS)}


class Outcome(Enum):
    """How a climb of the ladder ended. `STUCK` says nothing about how many answers there are."""

    SOLVED = "solved"
    STUCK = "stuck"
    CLASH = "clash"


@dataclass(frozen=True)
class Path:
    """One climb of the ladder, as the compiled driver left it.

    `rounds` has shape (rounds, 3): the rung used, the cells open as the round starts, the trace's length after it.
    `trace` has shape (strikes, 5): rung, cell, bits struck, and two numbers that say why (each technique its own).
    `start` and `marks` have shape (cells,): the marks before and after.
    """

    outcome: Outcome
    rounds: NDArray[np.int64]
    trace: NDArray[np.int64]
    start: NDArray[np.uint32]
    marks: NDArray[np.uint32]


@dataclass(frozen=True)
class Thing:
    """A given or a clue of a puzzle, by the name that `CnfEncoding.printed` has for it.

    `without` is the puzzle without it, None where there is no puzzle without; `climb` climbs the ladder without it, up
    to a level.
    """

    name: str
    without: Any
    climb: Callable[[str], Path]


@dataclass(frozen=True)
class Deduction:
    """One sentence of the walkthrough: what is struck (cell -> the values gone) and why, for people."""

    cells: tuple[int, ...]
    strikes: Mapping[int, tuple[int, ...]]
    text: str


@dataclass(frozen=True)
class Option:
    """One style option of a genre; the command line, recipe keys and schema are all made from it.

    `choices` are words; a `pattern` in their place (or beside them) admits values such as `5` or `0.35..0.85`.
    An option with `off` is a pair of switches: `--name` for its first choice, `--off` for its second.
    """

    name: str
    help: str
    default: str
    choices: tuple[str, ...] = ()
    pattern: str = ""
    metavar: str = ""
    off: str = ""


@dataclass(frozen=True)
class Wish:
    """What an order asks of one candidate. `style` has a value for every option of the genre.

    `level` is one of LEVELS, or NESTED where a family is wished for.
    """

    width: int
    height: int
    level: str
    style: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Draft:
    """What one draw came to: the level it has, and puzzles and answer where that is the level wished for.

    There is one puzzle, or of a family one a level, the easiest first, with the same clues and fewer and fewer givens.
    `levels` has the level that each was made for, and is empty where only the rise of the score is promised. Where
    nothing in the wished style came up, the level is NOT_DRAWN and there is no puzzle.
    """

    level: str
    puzzles: tuple[Any, ...] = ()
    answer: Answer = ()
    levels: tuple[str, ...] = ()


class Format(Protocol):
    """One foreign notation. `read` yields, puzzle by puzzle, a puzzle or the `InvalidPuzzle` that says what is wrong.

    `write` leaves the answer out where the notation has no place for it. `remarks` says what it shows otherwise than
    it is. Both raise InvalidPuzzle where the notation cannot say the puzzle at all.
    """

    name: str

    def recognises(self, text: str) -> bool: ...
    def read(self, text: str) -> Iterator[Any]: ...
    def remarks(self, puzzle: Any, answer: Answer | None) -> list[str]: ...
    def write(self, puzzle: Any, answer: Answer | None) -> str: ...


@dataclass(frozen=True)
class Genre:
    """A genre is this record of functions, and nothing else. `P` below is the genre's own puzzle type."""

    name: str
    scale: str  # version of the grading scale, as in `tracks/1`
    scale_note: str  # on what the scale is calibrated, and on what it is not, in a sentence or two
    sizes: tuple[range, range]  # side lengths that can be checked, and that can be made
    square: bool  # whether width and height must be equal
    usual_size: str  # what is made where no size is asked for, as it is written: 9 or 12x8
    symbols: tuple[str, ...]  # by value, as in an answer's grid
    violation_codes: frozenset[str]
    puzzle_schema: Mapping[str, object]  # JSON Schema of the `puzzle` part of a record

    parse: Callable[[object], Any]  # the `puzzle` part of a record -> P; raises InvalidPuzzle
    unparse: Callable[[Any], dict[str, object]]
    read_answer: Callable[[Any, object], Answer]  # the `answer` part of a record; raises InvalidPuzzle
    write_answer: Callable[[Any, Answer], list[str]]  # the rows of an answer's grid
    violations: Callable[[Any, Answer], list[Violation]]
    key: Callable[[Any], str]  # equal for all presentations of a puzzle
    answer_key: Callable[[Any, Answer], str]
    image: Callable[[Any, Answer, int], tuple[Any, Answer]]  # presentation number 0 (itself) .. images - 1
    image_words: Callable[[Any, Any], str]  # how the second of two puzzles of equal key lies: `rotated by 90°`
    images: int
    turned: frozenset[int]  # the presentations that exchange width and height

    encode_cp: Callable[[Hashable], CpEncoding]
    encode_cnf: Callable[[Hashable], CnfEncoding]

    ladder: tuple[Technique, ...]
    example: Callable[[Technique], Any]  # a technique's worked board: it, and no harder one, finishes it
    bonus: Mapping[str, float]  # level of the hardest technique -> what it adds to the score
    level: Callable[[Any, str, float], str]  # puzzle, level of the hardest technique, score -> level
    climb: Callable[[Any, str], Path]  # puzzle, highest level of technique allowed
    things: Callable[[Any], Iterable[Thing]]  # its givens and clues
    deductions: Callable[[Any, Path, str], list[list[Deduction]]]  # the sentences of each round, in one of LANGUAGES
    marks_rows: Callable[[Any, NDArray[np.uint32]], list[str]]  # marks as people note them, a string a row

    options: tuple[Option, ...]
    families: bool  # whether a wish may be NESTED
    check_wish: Callable[[Wish], None]  # raises ValueError where no puzzle can answer it
    draw: Callable[[Wish, bytes], Draft]  # a wish and 16 bytes of randomness
    attempts: Callable[[Wish], int]  # draws that a wish deserves before it counts as one that cannot be had

    mending: Mending  # of faulty puzzles
    formats: tuple[Format, ...]
    texts: Callable[[str], Texts]  # what it says of itself in one of LANGUAGES
    text: Callable[[Any, Answer | None], str]
    drawing: Callable[[Any, Answer | None, Look], Drawing]
    proofread: Callable[[Drawing], tuple[Any, Answer]]  # what a drawing shows in every cell; raises InvalidPuzzle


def late(module: str, name: str) -> Callable[..., Any]:
    """A function that is imported when it is first called, so that naming a genre loads no solver and no compiler."""

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    call.__name__ = call.__qualname__ = name
    return call
