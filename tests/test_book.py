"""Books: what stands on which page, in which language; and that no wrong or doubtful puzzle gets into one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import Result

from puzzle_factory.publish import book_proof
from puzzle_factory.publish.book import Entry, bound
from puzzle_factory.publish.book_proof import proofs
from puzzle_factory.publish.book_style import BookStyle, page_size, with_options
from puzzle_factory.publish.plates import Plate, plates
from puzzle_factory.publish.proof import Misprint
from puzzle_factory.publish.wording import WORDINGS
from puzzle_factory.sources import read_sources
from puzzle_models import registry
from puzzle_models.kernel.languages import LANGUAGES

Run = Callable[..., Result]
MM = 72 / 25.4
TOO_LOOSE = {"genre": "str8ts", "puzzle": {"size": 4, "grid": ["....", "....", "....", "...."]}}


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five puzzles of both genres and several levels, in a file of records."""
    from click.testing import CliRunner

    from puzzle_factory.cli import main

    place, records = tmp_path_factory.mktemp("book"), []
    for genre, size, level, count in (("tracks", 6, "easy", 2), ("tracks", 7, "medium", 1), ("str8ts", 6, "easy", 2)):
        order = f"generate {genre} --size {size} --level {level} --count {count} --seed book -q -o {place}/part.json"
        assert CliRunner().invoke(main, order.split()).exit_code == 0
        records += json.loads((place / "part.json").read_text())["records"]
    (place / "batch.json").write_text(json.dumps({"schema": "puzzle-factory/batch/1", "records": records}))
    return place / "batch.json"


def pages(pdf: Path) -> list[str]:
    """The text of each page, as a reader selects it."""
    with pypdfium2.PdfDocument(str(pdf)) as document:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def test_a_book_has_title_contents_rules_sections_and_answers(run: Run, batch: Path, tmp_path: Path) -> None:
    result = run("render", str(batch), "--to", "pdf", "-o", f"{tmp_path}/book.pdf", "--score")
    assert result.exit_code == 0 and "5 puzzles in" in result.stderr and "proved" in result.stderr
    title, contents, *rest = pages(tmp_path / "book.pdf")
    assert "Train Tracks · Str8ts" in title and "5 puzzles" in title
    headings = ["How to play · Train Tracks", "How to play · Str8ts", "Train Tracks · Easy", "Train Tracks · Medium"]
    headings += ["Str8ts · Easy", "Answers"]
    assert [heading for heading in headings if heading in contents] == headings
    assert [page.splitlines()[0] for page in rest] == headings
    for number, page in enumerate(rest, 3):  # the number at its foot is the one in the contents
        line = next(line for line in contents.splitlines() if line.startswith(page.splitlines()[0]))
        assert page.split()[-1] == line.split()[-1].strip(".") == str(number)
    assert "score" in rest[2] and "Easy" in rest[2]
    assert "An example" in rest[0] and "r2c3 is the cell in row 2 and column 3." in rest[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_speaks_its_language(run: Run, batch: Path, tmp_path: Path, language: str) -> None:
    assert run("render", str(batch), "-o", f"{tmp_path}/book.pdf", "--language", language, "-q").exit_code == 0
    _, contents, rules, *_, answers = pages(tmp_path / "book.pdf")
    words, texts = WORDINGS[language], registry.load("tracks").texts(language)
    assert contents.startswith(words.contents) and answers.startswith(words.answers)
    assert texts.name in contents and texts.rules[-1] in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["A4", "A5", "Letter", "6x9", "120x150mm"])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_every_page_size_holds_all_it_has_to(batch: Path, page: str, per_page: int, language: str) -> None:
    """Nothing stands outside the margins, and all of it is read back."""
    style = BookStyle(page=page_size(page), per_page=per_page, language=language, gutter=4 * MM, with_score=True)
    pdf, placed = bound(entries(batch), style)
    assert not [each for each in proofs(pdf, placed, 10) if each]
    width, height = style.page
    with pypdfium2.PdfDocument(pdf) as document:
        for number, sheet in enumerate(document, 1):
            assert sheet.get_size() == pytest.approx(style.page, abs=0.01)
            inner = style.gutter if number % 2 else 0
            left, right = style.margin + inner, width - style.margin - (style.gutter - inner)
            for x_from, y_from, x_to, y_to in (each.get_bounds() for each in sheet.get_objects()):
                assert left - 1 <= x_from and x_to <= right + 1
                assert style.margin / 2 - 3 <= y_from and y_to <= height - style.margin + 1


def entries(batch: Path) -> list[Entry]:
    found = plates(read_sources([str(batch)], None), True, 10)
    return [Entry(plate, number, "easy", 9.5) for number, plate in enumerate(found, 1) if isinstance(plate, Plate)]


def test_equal_input_gives_equal_bytes_in_grey_with_fonts_inside(run: Run, batch: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run("render", str(batch), "-o", f"{tmp_path}/{name}.pdf", "-q").exit_code == 0
    pdf = (tmp_path / "one.pdf").read_bytes()
    assert pdf == (tmp_path / "two.pdf").read_bytes()
    assert pdf.count(b"/FontFile2") == 2 and b"/BaseFont /Helvetica" not in pdf
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            image = page.render(scale=1).to_pil().convert("RGB")
            assert all(red == green == blue for _, (red, green, blue) in image.getcolors(1 << 16) or [])


def test_settings_come_from_a_file_and_options_go_before_them(run: Run, batch: Path, tmp_path: Path) -> None:
    settings = "title: For the train\nsubtitle: Five of them\nauthor: A. Author\npage: A5\nper_page: 1\nrules: no\n"
    (tmp_path / "book.yaml").write_text(settings)
    line = ("render", str(batch), "-o", f"{tmp_path}/book.pdf", "-q", "--book", f"{tmp_path}/book.yaml")
    assert run(*line, "--page", "6x9").exit_code == 0
    title, contents, *rest = pages(tmp_path / "book.pdf")
    assert title.splitlines()[:3] == ["For the train", "Five of them", "A. Author"]
    assert "How to play" not in contents and len(rest) == 5 + 1
    with pypdfium2.PdfDocument(str(tmp_path / "book.pdf")) as document:
        assert document[0].get_size() == (432, 648)
        assert document.get_metadata_value("Author") == "A. Author"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("titel: x", "book.yaml:1: 'titel' is not a key of a book; did you mean 'title'?"),
        ("page: B7", "book.yaml:1: 'B7' is no page; use A4, A5, Letter, 6x9, or a size such as 170x240mm or 7x10in"),
        ("per_page: 3", "book.yaml:1: '3' is no number of puzzles a page"),
        ("- title", "book.yaml:1:"),
        ("", "book.yaml"),
    ],
)
def test_what_a_settings_file_cannot_say_is_named(
    run: Run, batch: Path, tmp_path: Path, settings: str, said: str
) -> None:
    (tmp_path / "book.yaml").write_text(settings)
    result = run("render", str(batch), "-o", f"{tmp_path}/book.pdf", "--book", f"{tmp_path}/book.yaml")
    assert result.exit_code == 3 and said in result.stderr
    assert not (tmp_path / "book.pdf").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--page", "1x1mm"], "a page is 90 to 1000 mm wide and high"),
        (["--margin", "90"], "the margins leave"),
        (["--book", "missing.yaml"], "missing.yaml"),
        (["--to", "svg", "--page", "A4"], "--page is for a book"),
    ],
)
def test_what_no_book_can_be_is_wrong_usage(
    run: Run, batch: Path, tmp_path: Path, options: list[str], said: str
) -> None:
    result = run("render", str(batch), "--to", "pdf", "-o", f"{tmp_path}/book", *options)
    assert result.exit_code == 2 and said in result.stderr


def test_a_title_in_letters_that_the_typeface_lacks_is_named(run: Run, batch: Path, tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text("title: 数独\n", encoding="utf-8")
    result = run("render", str(batch), "-o", f"{tmp_path}/book.pdf", "--book", f"{tmp_path}/book.yaml")
    assert result.exit_code == 2 and "title: the book's typeface has no '数'" in result.stderr


def test_a_puzzle_that_is_not_unique_keeps_the_book_from_being_printed(run: Run, tmp_path: Path, batch: Path) -> None:
    records = json.loads(batch.read_text())
    records["records"].append(TOO_LOOSE)
    (tmp_path / "batch.json").write_text(json.dumps(records))
    result = run("render", f"{tmp_path}/batch.json", "-o", f"{tmp_path}/book.pdf")
    assert result.exit_code == 4
    assert "batch.json, puzzle 6: not drawn, it has several answers" in result.stderr and "no book" in result.stderr
    assert not (tmp_path / "book.pdf").exists()


@pytest.mark.parametrize("of_answer", [False, True])
def test_a_misprint_is_found_on_the_page(batch: Path, of_answer: bool) -> None:
    """Two puzzles exchanged behind the printer's back: each drawing, and each number, is held against its record."""
    first, *rest = entries(batch)
    pdf, placed = bound([first, *rest], BookStyle())
    wrong = replace(first, plate=rest[0].plate)
    switched = [replace(each, entry=wrong) if each.entry is first else each for each in placed]
    chosen = [each for each in switched if each.is_answer == of_answer]
    with pytest.raises(Misprint, match="the picture shows"):
        list(proofs(pdf, chosen, 10))
    misnumbered = [replace(each, entry=replace(each.entry, number=99)) for each in placed]
    with pytest.raises(Misprint, match="stands 1"):
        list(proofs(pdf, misnumbered, 10))


def test_no_check_skips_the_proof_and_says_nothing_of_it(
    run: Run, batch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_proof, "proofs", _must_not_be_called)
    result = run("render", str(batch), "-o", f"{tmp_path}/book.pdf", "--no-check")
    assert result.exit_code == 0 and "proved" not in result.stderr


def _must_not_be_called(*_: Any) -> None:
    raise AssertionError


def test_a_level_that_we_do_not_find_is_printed_as_found_and_said(run: Run, batch: Path, tmp_path: Path) -> None:
    records = json.loads(batch.read_text())
    records["records"][0]["grade"]["level"] = "expert"
    (tmp_path / "batch.json").write_text(json.dumps(records))
    result = run("render", f"{tmp_path}/batch.json", "-o", f"{tmp_path}/book.pdf")
    assert "puzzle 1: its record says expert; easy is printed, as we grade it" in result.stderr
    assert "Easy" in pages(tmp_path / "book.pdf")[4]


def test_options_that_were_left_out_change_nothing() -> None:
    assert with_options(BookStyle(), {"page": None, "per_page": None}) == BookStyle()
