"""Whatever is changed in a certificate, it is not accepted: by check-certificate, however well the change is hidden."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from certificates import GIVEN_WHOLE, LONG_PROOF, TWO_LOOPS, lemmas, made, sealed_again, strangers_say, write
from puzzle_factory.desk.certificate import CHECKER, CLAUSES, PROOF, PUZZLE, README, Files
from puzzle_factory.desk.certificate_check import Refused, check
from puzzle_factory.errors import Unreadable

Change = Callable[[Files, random.Random], Files]
PLACES = 12  # that each kind of change is made at


def spoilt_line(name: str, spoil: Callable[[bytes, random.Random], bytes], which: str = r"-?\d") -> Change:
    """Change one line of a file, of those that begin so."""

    def change(files: Files, draw: random.Random) -> Files:
        lines = files[name].splitlines(keepends=True)
        number = draw.choice([n for n, line in enumerate(lines) if re.match(which.encode(), line) and line != b"0\n"])
        lines[number] = spoil(lines[number], draw)
        return {**files, name: b"".join(lines)}

    return change


def flipped(line: bytes, draw: random.Random) -> bytes:
    words = line.split()
    place = draw.randrange(len(words) - 1)
    words[place] = words[place][1:] if words[place].startswith(b"-") else b"-" + words[place]
    return b" ".join(words) + b"\n"


def shortened(line: bytes, draw: random.Random) -> bytes:
    words = line.split()
    del words[draw.randrange(len(words) - 1)]
    return b" ".join(words) + b"\n"


def renumbered(line: bytes, draw: random.Random) -> bytes:
    numbers = list(re.finditer(rb"\d+", line))
    found = draw.choice(numbers)
    return line[: found.start()] + b"%d" % (int(found[0]) + draw.choice([1, 2, 30])) + line[found.end() :]


def dropped(line: bytes, draw: random.Random) -> bytes:
    return b""


def doubled(line: bytes, draw: random.Random) -> bytes:
    return line + line


def other_symbol(part: str) -> Change:
    """Change one symbol of a grid in puzzle.json."""

    def change(files: Files, draw: random.Random) -> Files:
        record = json.loads(files[PUZZLE])
        grid = record[part]["grid"]
        row, col = draw.randrange(len(grid)), draw.randrange(len(grid[0]))
        symbols = {symbol for line in record["answer"]["grid"] for symbol in line} - {grid[row][col]}
        grid[row] = grid[row][:col] + draw.choice(sorted(symbols)) + grid[row][col + 1 :]
        return {**files, PUZZLE: json.dumps(record, ensure_ascii=False, indent=1).encode() + b"\n"}

    return change


def less_printed(files: Files, draw: random.Random) -> Files:
    """A given fewer in puzzle.json."""
    record = json.loads(files[PUZZLE])
    grid = record["puzzle"]["grid"]
    row, col = draw.choice([(r, c) for r, line in enumerate(grid) for c, symbol in enumerate(line) if symbol != "."])
    grid[row] = grid[row][:col] + "." + grid[row][col + 1 :]
    return {**files, PUZZLE: json.dumps(record, ensure_ascii=False, indent=1).encode() + b"\n"}


def byte_of(name: str) -> Change:
    def change(files: Files, draw: random.Random) -> Files:
        place = draw.randrange(len(files[name]))
        other = bytes([draw.choice([byte for byte in range(256) if byte != files[name][place]])])
        return {**files, name: files[name][:place] + other + files[name][place + 1 :]}

    return change


def cut_off(name: str) -> Change:
    return lambda files, draw: {**files, name: files[name][: draw.randrange(len(files[name]))]}


def swapped(name: str) -> Change:
    """The file of another certificate."""
    return lambda files, draw: {**files, name: made(GIVEN_WHOLE)[name]}


CHANGES: dict[str, Change] = {
    **{f"a byte of {name}": byte_of(name) for name in (PUZZLE, CLAUSES, CHECKER)},
    **{f"{name} cut off": cut_off(name) for name in (PUZZLE, CLAUSES, CHECKER)},
    **{f"another {name}": swapped(name) for name in (PUZZLE, CLAUSES)},
    "a literal of a clause": spoilt_line(CLAUSES, flipped),
    "a clause shorter": spoilt_line(CLAUSES, shortened),
    "a clause dropped": spoilt_line(CLAUSES, dropped),
    "a clause twice": spoilt_line(CLAUSES, doubled),
    "another variable": spoilt_line(CLAUSES, renumbered),
    "another legend": spoilt_line(CLAUSES, renumbered, "c (cell|value)"),
    "a comment dropped": spoilt_line(CLAUSES, dropped, "c (cell|printed|part|variable)"),
    "a digit of the answer": other_symbol("answer"),
    "a digit of the puzzle": other_symbol("puzzle"),
    "a given fewer": less_printed,
    "a number in puzzle.json": spoilt_line(PUZZLE, renumbered, r".*\d"),
}
OF_THE_PROOF: dict[str, Change] = {
    "a byte of the proof": byte_of(PROOF),
    "the proof cut off": cut_off(PROOF),
    "a literal of a lemma": spoilt_line(PROOF, flipped),
    "a lemma shorter": spoilt_line(PROOF, shortened),
    "a lemma dropped": spoilt_line(PROOF, dropped),
    "a lemma twice": spoilt_line(PROOF, doubled),
    "another lemma": spoilt_line(PROOF, renumbered),
    "another proof": swapped(PROOF),
    "no end": lambda files, draw: {**files, PROOF: b"".join(lemmas(files)[:-1])},
    "more after the end": lambda files, draw: {**files, PROOF: files[PROOF] + draw.choice(lemmas(files))},
}


def why_not(files: Files) -> str:
    """Why check-certificate does not accept these files."""
    with pytest.raises((Refused, Unreadable)) as caught:
        check(files)
    return str(caught.value)


@pytest.mark.parametrize("puzzle", [TWO_LOOPS, LONG_PROOF], ids=["tracks", "str8ts"])
@pytest.mark.parametrize("kind", [*CHANGES, *OF_THE_PROOF])
def test_what_was_changed_is_refused_by_both(kind: str, puzzle: str, tmp_path: Path) -> None:
    draw = random.Random(kind)
    for _ in range(PLACES):
        files = (CHANGES | OF_THE_PROOF)[kind](made(puzzle), draw)
        assert files != made(puzzle)
        assert why_not(files)
        if files[CHECKER] == made(puzzle)[CHECKER]:  # else who knows what it does
            assert strangers_say(write(tmp_path / "certificate", files)).startswith("refused: ")


@pytest.mark.parametrize("puzzle", [TWO_LOOPS, LONG_PROOF], ids=["tracks", "str8ts"])
@pytest.mark.parametrize("kind", CHANGES)
def test_checksums_that_fit_do_not_help(kind: str, puzzle: str) -> None:
    draw = random.Random(kind)
    for _ in range(PLACES):
        reason = why_not(sealed_again(CHANGES[kind](made(puzzle), draw)))
        assert reason.startswith((PUZZLE, CLAUSES, PROOF, CHECKER))


@pytest.mark.parametrize("kind", OF_THE_PROOF)
def test_another_proof_under_a_fitting_checksum_counts_only_where_it_proves_as_much(kind: str) -> None:
    """What is left of a proof may be enough; then it is sound, and the puzzle is as unique as it was."""
    draw, refused = random.Random(kind), 0
    for _ in range(PLACES):
        try:
            check(sealed_again(OF_THE_PROOF[kind](made(LONG_PROOF), draw)))
        except Refused as error:
            refused += str(error).startswith(PROOF)
    assert refused or kind in ("a byte of the proof", "a lemma twice", "a lemma dropped", "more after the end")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_symbol("answer"), "differ|forbidden|forbids|breaks|KeyError|'"),
        (less_printed, "given and answer differ"),
        (spoilt_line(PROOF, shortened), "does not follow"),
        (lambda files, draw: {**files, PROOF: b"0\n"}, "does not follow"),
        (lambda files, draw: {**files, PROOF: b""}, "does not end in the empty clause"),
    ],
)
def test_the_checker_for_strangers_sees_more_than_checksums(change: Change, says: str, tmp_path: Path) -> None:
    files = sealed_again(change(made(LONG_PROOF), random.Random(1)))
    said = strangers_say(write(tmp_path / "certificate", files))
    assert said.startswith("refused: ") and re.search(says, said)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (PUZZLE, b"\xff\xfe{}"),
        (PUZZLE, b""),
        (PUZZLE, b"[]"),
        (PUZZLE, b'{"genre": "sudoku", "puzzle": 1}'),
        (PUZZLE, b"[" * 100_000),
    ],
    ids=["no UTF-8", "empty", "no record", "no genre", "deep"],
)
def test_without_a_puzzle_there_is_nothing_to_check(name: str, content: bytes) -> None:
    with pytest.raises(Unreadable):
        check({**made(TWO_LOOPS), name: content})


@pytest.mark.parametrize("name", [CLAUSES, PROOF, CHECKER, README])
@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00\xfe", b"c cut 9999,9999\n", b"c cut 1,1 0,0\n", b"1 2 99999999999 0\n"]
)
def test_garbage_in_any_other_file_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(Refused):
        check(
            sealed_again({**made(TWO_LOOPS), name: content}) if name != README else {**made(TWO_LOOPS), name: content}
        )


def test_sets_of_cells_cannot_ask_for_more_than_the_file_has() -> None:
    """Each of these short lines gives 25 clauses of 20 literals."""
    everywhere = " ".join(f"{row},{col}" for row in range(5) for col in range(5))
    files = {**made(TWO_LOOPS), CLAUSES: f"c cut {everywhere}\n".encode() * 10_000}
    assert why_not(files) == f"{CLAUSES}: it has fewer clauses than its sets of cells give"


def test_a_cut_has_to_be_that_of_its_set() -> None:
    """The lazy clauses are nowhere else: a set more than the proof needs is none the worse, another set is."""
    files = made(TWO_LOOPS)
    text = files[CLAUSES].decode()
    (first, second) = re.findall(r"^c cut .*$", text, re.M)
    for changed in (text.replace(first, second), text.replace(first, first + " 4,4"), text.replace(first, "c")):
        assert why_not(sealed_again({**files, CLAUSES: changed.encode()})).startswith(CLAUSES)
