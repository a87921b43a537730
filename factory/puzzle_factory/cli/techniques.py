"""`puzzle-factory techniques`."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from puzzle_factory.cli.common import json_option, verbose_option
from puzzle_factory.errors import WrongUsage, did_you_mean
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre, Technique


@click.command()
@click.argument("name", required=False)
@json_option
@verbose_option
def techniques(name: str | None, as_json: bool, verbose: bool) -> None:
    """The ladder of each genre, or one technique at work.

    The easiest technique comes first; with NAME you are shown what it says, on a worked board.
    """
    genres = [registry.load(genre) for genre in registry.names()]
    found = [(genre, each) for genre in genres for each in genre.ladder if name in (None, each.name)]
    if not found:
        known = [each.name for genre in genres for each in genre.ladder]
        raise WrongUsage(f"'{name}' is no technique{did_you_mean(name or '', known)}")
    if as_json:
        for genre, each in found:
            click.echo(json.dumps({"genre": genre.name, "scale": genre.scale, **asdict(each)}, ensure_ascii=False))
    elif name:
        for genre, each in found:
            click.echo(_worked(genre, each))
    else:
        for genre in genres:
            click.echo(_ladder(genre))


def _ladder(genre: Genre) -> str:
    """A genre's ladder as a table."""
    width = max(len(each.name) for each in genre.ladder)
    rows = [f"  {each.level:<6}  {each.name:<{width}}  {each.says}" for each in genre.ladder]
    return "\n".join([f"{genre.name}, scale {genre.scale} (not calibrated on people)", *rows])


def _worked(genre: Genre, technique: Technique) -> str:
    """A technique with its worked board: the printed grid, and the first step that needs it."""
    puzzle = genre.example(technique)
    path = genre.climb(puzzle, technique.level)
    rounds = path.rounds[:, 0].tolist()
    at = rounds.index(genre.ladder.index(technique))
    marks = path.start.copy()
    for _, cell, bits, *_ in path.trace[: path.rounds[at - 1, 2] if at else 0].tolist():
        marks[cell] ^= bits
    sentences = [f"  {deduction.text}" for deduction in genre.deductions(puzzle, path)[at]]
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
