"""`puzzle-factory generate`: one subcommand a genre, its style options made from the genre's own table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from puzzle_factory.cli.common import (
    STDOUT,
    check_output,
    check_seed,
    common_options,
    drawn_seed,
    format_for,
    format_option,
    json_option,
    output_option,
    quiet_option,
    seed_option,
    verbose_option,
    workers_option,
)
from puzzle_factory.errors import WrongUsage, is_none
from puzzle_factory.presentations import check_presentations
from puzzle_factory.writing import EXTENSIONS
from puzzle_models import registry
from puzzle_models.kernel.contract import LEVELS, NESTED, Genre, Option, Wish
from puzzle_models.kernel.grid import parse_size

if TYPE_CHECKING:
    from puzzle_factory.production import Span


class Genres(click.Group):
    """A subcommand for each genre of the registry."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(registry.names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return common_options(_command(registry.load(cmd_name))) if cmd_name in registry.names() else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in registry.names() and not args[0].startswith("-"):
            raise click.UsageError(is_none(args[0], "genre", registry.names()), ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Genres, no_args_is_help=False)
def generate() -> None:
    """Makes puzzles of a genre, a size and a level.

    Each has one answer, proven by two engines, and is solved by the ladder's techniques with no guess.
    """


def _command(genre: Genre) -> click.Command:
    """The subcommand of a genre."""

    @click.pass_context
    def run(ctx: click.Context, /, **options: Any) -> None:
        style = {option.name: _value(option, options.pop(_key(option))) for option in genre.options}
        if options.pop("nested", False):
            if ctx.get_parameter_source("level") is ParameterSource.COMMANDLINE:
                raise WrongUsage("--nested makes a puzzle of every level; leave --level out")
            options["level"] = NESTED
        _generate(genre, style, **options)

    command: Callable[..., Any] = run
    for decorate in (
        verbose_option,
        quiet_option,
        seed_option,
        workers_option,
        json_option,
        format_option(_formats(genre)),
        output_option,
    ):
        command = decorate(command)
    for option in reversed(genre.options):
        command = _style_option(option)(command)
    for decorate in reversed(_own_options(genre)):
        command = decorate(command)
    return click.command(genre.name, help=f"Makes {genre.name} puzzles.")(command)


def _own_options(genre: Genre) -> list[Callable[[Any], Any]]:
    """What is asked of every genre's puzzles, in the order of the help."""
    nested = "A family in place of a puzzle: one answer, a puzzle of every level, each with fewer givens and more work."
    presentations = (
        "So many presentations of each: as drawn, turned, mirrored and the like.  [default: as drawn, alone]"
    )
    families = [click.option("--nested", is_flag=True, help=nested)] if genre.families else []
    return [
        click.option(
            "--size",
            default=genre.usual_size,
            show_default=True,
            metavar="N|WxH",
            help="Width, or width and height.",
        ),
        click.option(
            "--level",
            type=click.Choice(LEVELS),
            default=LEVELS[0],
            show_default=True,
            help="How hard to solve, on the genre's scale.",
        ),
        *families,
        click.option(
            "--score",
            metavar="LOW..HIGH",
            help="Scores wished for; an end may be left open.  [default: any]",
        ),
        click.option("--count", type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many."),
        click.option("--presentations", type=click.IntRange(1, genre.images), metavar="K", help=presentations),
    ]


def _formats(genre: Genre) -> tuple[str, ...]:
    return ("text", *EXTENSIONS, *(form.name for form in genre.formats))


def _style_option(option: Option) -> Callable[[Any], Any]:
    if option.off:
        switch = f"--{option.name}/--{option.off}"
        return click.option(
            switch, _key(option), default=option.default == option.choices[0], show_default=True, help=option.help
        )
    metavar = "|".join((*option.choices, *([option.metavar] if option.metavar else [])))
    return click.option(
        f"--{option.name}", _key(option), default=option.default, show_default=True, metavar=metavar, help=option.help
    )


def _key(option: Option) -> str:
    return f"style_{option.name.replace('-', '_')}"


def _value(option: Option, chosen: str | bool) -> str:
    return chosen if isinstance(chosen, str) else option.choices[0 if chosen else 1]


def _generate(
    genre: Genre,
    style: dict[str, str],
    size: str,
    level: str,
    score: str | None,
    count: int,
    presentations: int | None,
    output: str | None,
    format_name: str | None,
    as_json: bool,
    workers: int,
    seed: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Make one order and write it."""
    from puzzle_factory.cli.making import content, counted, drawing, progress, say
    from puzzle_factory.production import Order
    from puzzle_factory.store import write_whole
    from puzzle_factory.warmup import DRAW, warm_up

    form = format_for(output, format_name or ("jsonl" if as_json else None), _formats(genre), "text")
    wish = _wish(genre, size, level, style, presentations or 0)
    order = Order(genre.name, wish, count, presentations=presentations or 0, score=_span(score, wish))
    check_output(output)
    if seed is not None:
        check_seed(seed)
    else:
        seed = drawn_seed()
        say(f"seed {seed}")
    warm_up(genre, DRAW, progress(quiet))
    with closing(counted(seed, [order], workers, quiet, verbose)) as records:
        if output is None and form == "text":
            for record in records:  # as they come: nothing is kept that could be half-written
                click.echo(drawing(record))
        else:
            write_whole(output or STDOUT, content(records, form))


def _span(score: str | None, wish: Wish) -> Span | None:
    from puzzle_factory.orders import parse_span

    try:
        return None if score is None else parse_span(score, wish)
    except ValueError as error:
        raise WrongUsage(str(error)) from error


def _wish(genre: Genre, size: str, level: str, style: dict[str, str], presentations: int) -> Wish:
    try:
        wish = Wish(*parse_size(size), level, style)
        genre.check_wish(wish)
        check_presentations(genre, wish, presentations)
    except ValueError as error:
        raise WrongUsage(str(error)) from error
    return wish
