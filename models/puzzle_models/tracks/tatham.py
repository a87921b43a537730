"""Game IDs of Simon Tatham's "Train Tracks": `WxH:` grid `,` a number for each column `,` a number for each row.

In the grid a small letter is a run of open cells (a = 1 ... z = 26), a capital hexadecimal digit a given piece, the
sum of its sides R = 1, U = 2, L = 4, D = 8. An S before a column's number: the exit leaves the grid below it; before a
row's: the entry comes in from its left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzle_models.kernel.contract import Answer, InvalidPuzzle, Violation
from puzzle_models.kernel.grid import SIDES, cell_name
from puzzle_models.kernel.reading import shown
from puzzle_models.kernel.symmetry import SYMMETRIES
from puzzle_models.tracks.pieces import OPEN, RAILS
from puzzle_models.tracks.presentation import image
from puzzle_models.tracks.puzzle import LARGEST, End, TracksPuzzle, build

EXAMPLE = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"
SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:d[eth])?o?")
NUMBER = re.compile(r"(S?)(0|[1-9][0-9]{0,8})")
WEIGHTS = {SIDES.index(side): weight for side, weight in zip("ENWS", (1, 2, 4, 8), strict=True)}
DIGITS = {f"{sum(WEIGHTS[side] for side in rails):X}": piece for piece, rails in enumerate(RAILS) if piece}
PIECE_DIGITS = {piece: digit for digit, piece in DIGITS.items()}
SOUTH, WEST = SIDES.index("S"), SIDES.index("W")
HEAD = re.compile(r"\s*-?[0-9]+(x-?[0-9]+)?[a-z]*:", re.IGNORECASE)


class Tatham:
    """The notation as the factory knows it: an ID a line, comment lines begin with #, all behind a TAB is ignored."""

    name = "tatham"

    def recognises(self, text: str) -> bool:
        return any(HEAD.match(line) for line in text.split("\n"))

    def read(self, text: str) -> Iterator[TracksPuzzle | InvalidPuzzle]:
        for line in text.split("\n"):
            word = line.partition("\t")[0].strip()
            if word and not word.startswith("#"):
                try:
                    yield read_id(word)
                except InvalidPuzzle as broken:
                    yield broken

    def remarks(self, puzzle: TracksPuzzle, answer: Answer | None) -> list[str]:
        lies = laid(puzzle)
        if lies == puzzle:
            return []
        how = "entry and exit exchanged" if lies == _reversed(puzzle) else "turned or mirrored"
        return [f"{how}, since a game ID has its entry on the left and its exit at the bottom"]

    def write(self, puzzle: TracksPuzzle, answer: Answer | None) -> str:
        return write_id(puzzle) + "\n"


def read_id(word: str) -> TracksPuzzle:
    """The puzzle of a game ID. Raises InvalidPuzzle."""
    head, colon, rest = word.partition(":")
    if not colon:
        raise _broken("form", "game ID", f"{shown(word)} is no game ID; one looks like {EXAMPLE}")
    width, height = _size(head)
    grid, *words = rest.split(",")
    givens = list(_givens(grid, width, height))
    if len(words) != width + height:
        message = f"there are {len(words)} numbers; {width} columns and {height} rows need {width + height}"
        raise _broken("clue-count", "clues", message)
    columns, exit_col = _numbers(words[:width], "column", "the exit leaves below it")
    rows, entry_row = _numbers(words[width:], "row", "the entry comes in on its left")
    return build(width, height, columns, rows, End(entry_row, 0, WEST), End(height - 1, exit_col, SOUTH), givens)


def write_id(puzzle: TracksPuzzle) -> str:
    """The game ID of a puzzle, laid so that it has one. Raises InvalidPuzzle where there is no way to lay it so."""
    puzzle = laid(puzzle)
    columns = [f"S{clue}" if col == puzzle.exit.col else str(clue) for col, clue in enumerate(puzzle.columns)]
    rows = [f"S{clue}" if row == puzzle.entry.row else str(clue) for row, clue in enumerate(puzzle.rows)]
    return f"{puzzle.width}x{puzzle.height}:" + ",".join([_grid(puzzle.givens), *columns, *rows])


def laid(puzzle: TracksPuzzle) -> TracksPuzzle:
    """The puzzle with its entry on the left and its exit at the bottom, moved as little as can be.

    Raises InvalidPuzzle where its ends lie on one side or face each other: no symmetry changes that.
    """
    for k in SYMMETRIES:
        moved, _ = image(puzzle, (), k)
        for one in (moved, _reversed(moved)):
            if (one.entry.side, one.exit.side) == (WEST, SOUTH):
                return one
    sides = " and ".join(SIDES[end.side] for end in puzzle.ends)
    message = f"a game ID has its ends on two sides that meet, left and bottom; here they are on {sides}"
    raise _broken("not-carried", "ends", message)


def _reversed(puzzle: TracksPuzzle) -> TracksPuzzle:
    return TracksPuzzle(
        puzzle.width, puzzle.height, puzzle.columns, puzzle.rows, puzzle.exit, puzzle.entry, puzzle.givens
    )


def _size(head: str) -> tuple[int, int]:
    found = SIZE.fullmatch(head)
    if not found:
        raise _broken("form", "size", f"{shown(head)} is no size; it is WxH, as 8x8, before the colon")
    width = int(found[1])
    height = int(found[2]) if found[2] else width
    faults = [
        Violation("size", name, f"the {name} is {length}; it can be 1 to {LARGEST}")
        for name, length in (("width", width), ("height", height))
        if not 1 <= length <= LARGEST
    ]
    if faults:
        raise InvalidPuzzle(faults)
    return width, height


def _givens(grid: str, width: int, height: int) -> Iterator[int]:
    """The cells of the grid, a piece or OPEN each. Raises InvalidPuzzle at the first fault: all later ones shift."""
    cells, done = width * height, 0
    for place, char in enumerate(grid, 1):
        run = ord(char) - ord("a") + 1 if "a" <= char <= "z" else 1
        if done + run > cells:
            message = f"the grid runs over at its character {place}, {shown(char)}: {width}x{height} has {cells} cells"
            raise _broken("grid-size", "grid", message)
        if run == 1 and char != "a":
            yield _piece(char, place, cell_name(*divmod(done, width)))
        else:
            yield from [OPEN] * run
        done += run
    if done < cells:
        raise _broken("grid-size", "grid", f"the grid ends after {done} cells; {width}x{height} has {cells}")


def _piece(char: str, place: int, where: str) -> int:
    if char in DIGITS:
        return DIGITS[char]
    legal = " ".join(sorted(DIGITS))
    if char in "0123456789ABCDEF":
        sides = ("no side", "one side", "", "three sides", "four sides")[int(char, 16).bit_count()]
        message = f"the piece {char} at {where} joins {sides}; a piece joins two: {legal}"
        raise _broken("no-piece", where, message)
    message = f"{shown(char)}, character {place} of the grid, is neither a run a-z nor a piece: {legal}"
    raise _broken("bad-character", where, message)


def _numbers(words: Sequence[str], line: str, meaning: str) -> tuple[list[int], int]:
    """The clues of all lines of one kind, and the place of the one marked S. Raises InvalidPuzzle."""
    found = [NUMBER.fullmatch(word) for word in words]
    faults = [
        Violation("form", f"{line} {i}", f"{line} {i} has {shown(word)}; it is a number without sign or leading zero")
        for i, (word, match) in enumerate(zip(words, found, strict=True), 1)
        if not match
    ]
    marked = [i for i, word in enumerate(words) if word.startswith("S")]
    if len(marked) != 1:
        names = f" ({', '.join(str(i + 1) for i in marked)})" if marked else ""
        message = f"{len(marked) or 'no'} {line}s are marked S{names}; one is: {meaning}"
        faults.append(Violation("end-count", f"{line} clues", message))
    if faults:
        raise InvalidPuzzle(faults)
    return [int(match[2]) for match in found if match], marked[0]


def _grid(givens: Sequence[int]) -> str:
    """Runs and pieces."""
    text, run = "", 0
    for piece in (*givens, None):
        if piece == OPEN:
            run += 1
            continue
        text += "z" * (run // 26) + (chr(ord("a") + run % 26 - 1) if run % 26 else "")
        text += PIECE_DIGITS[piece] if piece else ""
        run = 0
    return text


def _broken(code: str, where: str, message: str) -> InvalidPuzzle:
    return InvalidPuzzle([Violation(code, where, message)])
