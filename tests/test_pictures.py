"""Pictures as files: what they show is read back from them, by shapes and places alone, and nothing wrong passes."""

from __future__ import annotations

import random
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from puzzle_factory.publish import pictures
from puzzle_factory.publish.raster import alone
from puzzle_factory.publish.scan import Plot, drawing_on, pages_of
from puzzle_factory.publish.svg import drawing_in, svg
from puzzle_factory.publish.themes import PRINT, THEMES, Theme
from puzzle_models import registry
from puzzle_models.kernel.canvas import Drawing, Ink, Label, Look, Shape
from puzzle_models.kernel.contract import Answer, InvalidPuzzle
from puzzle_models.tracks.picture import RAIL_WIDTH
from random_puzzles import puzzles
from random_str8ts import str8ts_puzzles
from samples import draw, wish

Run = Callable[..., Result]
TRACKS, STR8TS = registry.load("tracks"), registry.load("str8ts")
LOOKS = st.builds(Look, plain_line=st.booleans(), large=st.booleans())
LINE = "5x5:CwC,3,3,3,4,S4,S4,5,4,2,2"  # a game ID
SVG = "{http://www.w3.org/2000/svg}"
DECORATION = {Ink.LINE, Ink.SEAM, Ink.BLACK}  # inks of lines that may be missing and are not missed


def sample(name: str) -> tuple[Any, Any, Answer]:
    """A genre, a puzzle of it, and the answer."""
    genre = registry.load(name)
    (found,) = draw(genre, wish(genre, 7, 7, "medium"), 1)
    return genre, found.puzzle, found.answer


@given(st.one_of(puzzles(), str8ts_puzzles()), LOOKS, st.sampled_from(list(THEMES.values())))
def test_every_svg_shows_its_puzzle(puzzle: Any, look: Look, theme: Theme) -> None:
    genre = STR8TS if hasattr(puzzle, "blacks") else TRACKS
    text = svg(genre.drawing(puzzle, None, look), theme)
    assert genre.proofread(drawing_in(text, theme))[0] == puzzle
    assert ET.fromstring(text).find(f"{SVG}title") is not None
    assert ET.fromstring(text).find(f"{SVG}desc") is not None


@settings(max_examples=25)
@given(st.one_of(puzzles(), str8ts_puzzles()), LOOKS)
def test_every_page_shows_its_puzzle(puzzle: Any, look: Look) -> None:
    genre = STR8TS if hasattr(puzzle, "blacks") else TRACKS
    drawing = genre.drawing(puzzle, None, look)
    assert genre.proofread(on_page(drawing))[0] == puzzle


def on_page(drawing: Drawing) -> Drawing:
    """A drawing as it is read from a PDF of it."""
    (marks,) = pages_of(alone(drawing, PRINT), PRINT)
    return drawing_on(marks, Plot(0, 0, drawing.width, drawing.height, 1))


@pytest.mark.parametrize("genre", registry.names())
@pytest.mark.parametrize("plain", [False, True])
def test_the_answer_is_read_from_the_picture_and_told_from_what_is_printed(genre: str, plain: bool) -> None:
    found, puzzle, answer = sample(genre)
    drawing = found.drawing(puzzle, answer, Look(plain_line=plain))
    assert found.proofread(drawing_in(svg(drawing, PRINT), PRINT)) == (puzzle, answer)
    assert found.proofread(on_page(drawing)) == (puzzle, answer)


@pytest.mark.parametrize("genre", registry.names())
def test_no_mark_can_change_unnoticed(genre: str) -> None:
    found, puzzle, answer = sample(genre)
    drawing = found.drawing(puzzle, answer, Look())
    unnoticed = []
    for spoilt, what in spoilt_drawings(drawing):
        try:
            unnoticed += [what] if found.proofread(spoilt) == (puzzle, answer) else []
        except InvalidPuzzle:
            continue
    assert not unnoticed


def spoilt_drawings(drawing: Drawing) -> Iterator[tuple[Drawing, str]]:
    """Each mark that says something: gone, elsewhere, in another ink, or with another number; and one path shorter."""
    for at, mark in enumerate(drawing.marks):
        before, after = drawing.marks[:at], drawing.marks[at + 1 :]
        if isinstance(mark, Label):
            other = str(int(mark.text) + 1)
            changed: list[Any] = [replace(mark, text=other), replace(mark, x=mark.x + 40), replace(mark, y=mark.y - 40)]
            changed += [replace(mark, ink=Ink.ANSWER if mark.ink is not Ink.ANSWER else Ink.INK)]
        elif tells(drawing, mark):
            changed = [replace(mark, path=part) for part in shortened(mark)]
        else:
            continue
        yield replace(drawing, marks=(*before, *after)), f"{mark} gone"
        for each in changed:
            yield replace(drawing, marks=(*before, each, *after)), f"{mark} as {each}"


def tells(drawing: Drawing, mark: Shape) -> bool:
    """Whether a shape says something of the puzzle: not thin lines, thick edges, or sleepers, which lie under rails."""
    if mark.fill is None:
        is_border = mark.path[-1][0] == "Z"
        return is_border or (mark.stroke not in DECORATION and mark.width == RAIL_WIDTH)
    return True


def shortened(mark: Shape) -> Iterator[Any]:
    """The path without one of its parts."""
    starts = [at for at, (letter, _) in enumerate(mark.path) if letter == "M"]
    for start, end in zip(starts, [*starts[1:], len(mark.path)], strict=True):
        if len(starts) > 1:
            yield mark.path[:start] + mark.path[end:]


def test_a_misprint_is_a_bug_to_be_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pictures.drawing_in
    monkeypatch.setattr(pictures, "drawing_in", lambda text, theme: without_a_clue(whole(text, theme)))
    result = run("render", "-", "--check", stdin=LINE)
    assert result.exit_code == 1
    assert "-, puzzle 1: the picture" in result.stderr
    assert result.stdout == ""


def without_a_clue(drawing: Drawing) -> Drawing:
    label = random.Random(1).choice(drawing.labels)
    return replace(drawing, marks=tuple(mark for mark in drawing.marks if mark is not label))


def test_what_has_not_one_answer_is_not_drawn_where_it_is_checked(run: Run) -> None:
    loose = "#..\n...\n...\n"
    assert run("render", "-", stdin=loose).exit_code == 0
    result = run("render", "-", "--check", stdin=loose)
    assert (result.exit_code, result.stdout) == (4, "")
    assert "not drawn, it has several answers" in result.stderr


def test_a_png_has_the_width_that_is_asked_for(tmp_path: Path, run: Run) -> None:
    target = tmp_path / "one.png"
    assert run("render", "-", "-o", str(target), "--width", "333", "--check", stdin=LINE).exit_code == 0
    picture = Image.open(BytesIO(target.read_bytes()))
    assert (picture.format, picture.width) == ("PNG", 333)
    again = target.read_bytes()
    assert run("render", "-", "-o", str(target), "--width", "333", stdin=LINE).exit_code == 0
    assert target.read_bytes() == again


def test_large_print_is_larger_and_dark_is_dark(run: Run) -> None:
    usual, large, dark = (
        run("render", "-", *more, stdin=LINE).stdout for more in ([], ["--large"], ["--theme", "dark"])
    )
    widths = [float(ET.fromstring(text).attrib["width"]) for text in (usual, large)]
    assert widths[1] == pytest.approx(1.6 * widths[0])
    assert 'fill="#23272e"' in dark
    assert "prefers-color-scheme" in run("render", "-", "--theme", "screen", stdin=LINE).stdout


def test_without_the_extra_there_is_one_line_that_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package, needs in (("reportlab", "png"), ("pypdfium2", "png")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            result = run("render", "-", "--to", needs, stdin=LINE)
        assert result.exit_code == 2
        assert result.stderr.strip().endswith("pip install 'puzzle-factory[book]'")
    assert run("render", "-", stdin=LINE).exit_code == 0
