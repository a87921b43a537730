"""`puzzle-factory schema`."""

from __future__ import annotations

import json

import click

from puzzle_factory.cli.common import output_option, verbose_option
from puzzle_factory.schema import SCHEMAS, schema_of
from puzzle_factory.store import STDOUT, write_whole


@click.command()
@click.argument("name", type=click.Choice(list(SCHEMAS)), default="record")
@output_option
@verbose_option
def schema(name: str, output: str | None, verbose: bool) -> None:
    """The JSON Schema of a record, a batch, a recipe or a calendar.

    It is written for Draft 2020-12 and says what is in order by form; `verify` says what is sound.
    """
    text = json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
    write_whole(output or STDOUT, text.encode())
