"""`puzzle-factory techniques`."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from puzzle_factory.cli.common import (
    format_option,
    genres_named,
    json_option,
    output_option,
    quiet_option,
    verbose_option,
)
from puzzle_factory.cli.reporting import FORMATS, form_of_report, print_texts
from puzzle_factory.errors import WrongUsage, is_none
from puzzle_models.kernel.contract import Genre, Technique
from puzzle_models.kernel.languages import LANGUAGES


@click.command()
@click.argument("name", required=False)
@click.option("--genre", "only", metavar="GENRE", help="The ladder of one genre.  [default: of each]")
@json_option
@output_option
@format_option(FORMATS)
@quiet_option
@verbose_option
def techniques(
    name: str | None,
    only: str | None,
    as_json: bool,
    output: str | None,
    format_name: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """The ladder of each genre, or one technique at work.

    The easiest technique comes first; with NAME you are shown what it says, on a worked board. Genres may share a
    name for techniques of their own: you are shown each of them, or with --genre the one you mean.
    """
    genres = genres_named([] if only is None else [only])
    found = [(genre, each) for genre in genres for each in genre.ladder if name in (None, each.name)]
    if not found:
        known = dict.fromkeys(each.name for genre in genres for each in genre.ladder)
        raise WrongUsage(is_none(name or "", "technique", known))
    form = form_of_report(output, format_name, as_json)
    if form == "text":
        parts = [_worked(genre, each, quiet) for genre, each in found] if name else list(map(_ladder, genres))
        print_texts(["\n\n".join(parts)], output, form)
    else:
        print_texts([json.dumps(_object(genre, each), ensure_ascii=False) for genre, each in found], output, form)


def _object(genre: Genre, technique: Technique) -> dict[str, object]:
    """A technique for scripts."""
    return {"genre": genre.name, "scale": genre.scale, **asdict(technique), "scale_note": genre.scale_note}


def _ladder(genre: Genre) -> str:
    """A genre's ladder as a table."""
    width = max(len(each.name) for each in genre.ladder)
    rows = [f"  {each.level:<6}  {each.name:<{width}}  {each.says}" for each in genre.ladder]
    return "\n".join([f"{genre.name}, scale {genre.scale}", genre.scale_note, *rows])


def _worked(genre: Genre, technique: Technique, quiet: bool) -> str:
    """A technique with its worked board: the printed grid, and the first step that needs it."""
    from puzzle_factory.cli.making import progress
    from puzzle_factory.warmup import CLIMB, warm_up

    warm_up(genre, CLIMB, progress(quiet))
    puzzle = genre.example(technique)
    path = genre.climb(puzzle, technique.level)
    rounds = path.rounds[:, 0].tolist()
    at = rounds.index(genre.ladder.index(technique))
    marks = path.start.copy()
    for _, cell, bits, *_ in path.trace[: path.rounds[at - 1, 2] if at else 0].tolist():
        marks[cell] ^= bits
    sentences = [f"  {deduction.text}" for deduction in genre.deductions(puzzle, path, LANGUAGES[0])[at]]
    return "\n".join(
        [
            f"{technique.name} ({genre.name}, {technique.level})",
            technique.says,
            "",
            genre.text(puzzle, None).rstrip(),
            "",
            "After all that is easier the marks are",
            *(f"  {row}" for row in genre.marks_rows(puzzle, marks)),
            "and the technique says",
            *sentences,
        ]
    )
