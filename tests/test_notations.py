"""Every notation of every genre: what is written reads back, is told by its content, and finds its own genre."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle_factory.notation import owned, recognised
from puzzle_factory.sources import read_sources
from puzzle_models import registry
from puzzle_models.kernel.contract import Format, Genre, InvalidPuzzle
from random_puzzles import puzzles
from random_str8ts import str8ts_puzzles
from samples import genres, name_of

RANDOM: dict[str, st.SearchStrategy[Any]] = {"tracks": puzzles(), "str8ts": str8ts_puzzles()}
NOTATIONS = [(genre, form) for genre in genres() for form in genre.formats]
PRINTED = {
    "tracks": next(iter(registry.load("tracks").formats[0].read("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"))),
    "str8ts": next(iter(registry.load("str8ts").formats[1].read("#.2#\n....\n.4..\n#..A\n"))),
}
DRESSES = {
    "plain": lambda text: text,
    "mark": lambda text: "\ufeff" + text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "trailing": lambda text: text.replace("\n", " \n"),
}


def pairs() -> Iterator[Any]:
    """A notation that two genres share, with the two, in either order."""
    for (one, form), (other, likewise) in permutations(NOTATIONS, 2):
        if one is not other and form.name == likewise.name:
            yield pytest.param(one, other, form.name, id=f"{one.name}-{other.name}-{form.name}")


def written(genre: Genre, form: Format, data: st.DataObject) -> tuple[Any, str]:
    """A random puzzle, and how it is written; nothing where the notation cannot say it."""
    puzzle = data.draw(RANDOM[genre.name])
    try:
        return puzzle, form.write(puzzle, None)
    except InvalidPuzzle as refused:
        assert {fault.code for fault in refused.faults} == {"not-carried"}
        return puzzle, ""


@pytest.mark.parametrize(("genre", "form"), NOTATIONS, ids=name_of)
@given(data=st.data())
def test_what_is_written_reads_back_and_is_told_by_its_content(genre: Genre, form: Format, data: st.DataObject) -> None:
    puzzle, text = written(genre, form, data)
    if text:
        (back,) = form.read(text)
        assert back == puzzle or (genre.key(back) == genre.key(puzzle) and form.remarks(puzzle, None))
        assert recognised(text, "", genres()) == form.name
        ((_, (reader, _)),) = owned(text, form.name, genres())
        assert reader is genre


@pytest.mark.parametrize("genre", genres(), ids=name_of)
@given(data=st.data())
def test_the_puzzle_part_of_a_record_reads_back(genre: Genre, data: st.DataObject) -> None:
    puzzle = data.draw(RANDOM[genre.name])
    assert genre.parse(genre.unparse(puzzle)) == puzzle


@pytest.mark.parametrize(("one", "other", "name"), [*pairs()])
@given(data=st.data())
def test_one_file_may_hold_both_genres(one: Genre, other: Genre, name: str, data: st.DataObject) -> None:
    forms = [next(form for form in genre.formats if form.name == name) for genre in (one, other)]
    (first, above), (second, below) = written(one, forms[0], data), written(other, forms[1], data)
    readers = owned(f"{above}\n{below}", name, genres())
    assert [(genre, *form.read(block)) for block, (genre, form) in readers] == [(one, first), (other, second)]


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize(("genre", "form"), NOTATIONS, ids=name_of)
def test_byte_order_marks_and_ends_of_lines_are_taken(genre: Genre, form: Format, dress: str, tmp_path: Path) -> None:
    text = form.write(PRINTED[genre.name], None)
    path = tmp_path / "puzzles"
    path.write_bytes(DRESSES[dress](text + "\n" + text).encode())
    items = list(read_sources([str(path)]))
    assert [(item.number, item.format, item.puzzle) for item in items] == [
        (number, form.name, PRINTED[genre.name]) for number in (1, 2)
    ]
