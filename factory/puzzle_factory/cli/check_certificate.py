"""`puzzle-factory check-certificate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from puzzle_factory.cli.common import format_option, output_option, quiet_option, verbose_option, workers_option
from puzzle_factory.cli.reporting import FORMATS, form_of_report, print_texts
from puzzle_factory.errors import heaviest


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="DIR...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a certificate, one line each.")
@output_option
@format_option(FORMATS)
@workers_option
@quiet_option
@verbose_option
def check_certificate(
    folders: tuple[str, ...],
    as_json: bool,
    output: str | None,
    format_name: str | None,
    workers: int,
    quiet: bool,
    verbose: bool,
) -> None:
    """Checks certificates, trusting only the rules and the proof checker.

    The clauses are made anew from the puzzle, the answer is judged by the rules, the proof by dratify, and by drat-trim
    too where that is installed. Whatever was changed is refused, with the reason. DIR is a certificate, or a folder
    that holds some, as `verify --certificate` fills it.
    """
    from tqdm import tqdm

    from puzzle_factory.desk.certificate_folders import folders_in, judge_all, judged_object, judged_text, summary

    form = form_of_report(output, format_name, as_json)
    places, done = folders_in(folders), []

    def texts() -> Iterator[str]:
        bar = quiet or (form != "json" and output is None and sys.stdout.isatty())
        judged = judge_all(places, workers)
        for found in tqdm(judged, total=len(places), unit="certificate", leave=False, disable=bar or None):
            done.append(found)
            yield judged_text(found) if form == "text" else json.dumps(judged_object(found), ensure_ascii=False)

    print_texts(texts(), output, form)
    if form == "text" and not quiet:
        click.echo(summary(done))
    sys.exit(heaviest(found.exit_code for found in done))
