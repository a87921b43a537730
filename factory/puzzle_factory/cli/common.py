"""Options and the argument that verbs share, and the small decisions that go with them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from puzzle_factory import __version__, store
from puzzle_factory.documents import is_text
from puzzle_factory.errors import WrongUsage, is_none
from puzzle_factory.sources import notations
from puzzle_models import registry
from puzzle_models.kernel.contract import Genre

F = TypeVar("F", bound=Callable[..., Any])
PROGRAM = "puzzle-factory"
MUTE: Any = {"expose_value": False, "hidden": True}
VERBOSE = "verbose"  # key in the root context's object
STDOUT = store.STDOUT
OTHER_EXTENSIONS = {"yml": "yaml", "ndjson": "jsonl", "txt": "text"}


def available_workers() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def drawn_seed() -> str:
    """A seed for a run that was given none; print it, so that the run can be had again."""
    return secrets.token_hex(4)


def genres_named(names: Sequence[str]) -> list[Genre]:
    """The genres of those names, each once; all where there is none. Raises WrongUsage."""
    for name in names:
        if name not in registry.names():
            raise WrongUsage(is_none(name, "genre", registry.names()))
    return [registry.load(name) for name in dict.fromkeys(names or registry.names())]


def check_seed(seed: str) -> None:
    """Raise WrongUsage where a seed cannot be written into a record."""
    if not is_text(seed):
        raise WrongUsage("--seed is no text in UTF-8; write it in letters and digits")


def format_for(output: str | None, forced: str | None, known: Sequence[str], default: str) -> str:
    """The format to write: the one forced, else the one that the extension of `output` names, else the default.

    Raises WrongUsage where the extension names none of `known`.
    """
    if forced or output in (None, STDOUT):
        return forced or default
    word = Path(str(output)).suffix[1:].lower()
    extension = OTHER_EXTENSIONS.get(word, word)
    if extension not in known:
        raise WrongUsage(f"{output}: the extension names no format; use one of {', '.join(known)}, or say --format")
    return extension


def target_format(output: str | None, forced: str | None, known: Sequence[str]) -> str:
    """As `format_for`, where there is no default. Raises WrongUsage where nothing names the format."""
    if forced is None and output in (None, STDOUT):
        raise WrongUsage(f"say with --to what to write: {', '.join(known)}")
    return format_for(output, forced, known, "")


def check_output(output: str | None) -> None:
    """Raise WrongUsage where -o names no place for a file; worth asking before the work."""
    if output not in (None, STDOUT):
        store.check_place(Path(str(output)))


def say_lines(lines: Iterable[str], hidden: bool) -> None:
    """Lines for people, on stderr, so that stdout stays fit for a pipe."""
    for line in () if hidden else lines:
        click.echo(line, err=True)


def _remember_verbose(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
    root = ctx.find_root()
    if isinstance(root.obj, dict):
        root.obj[VERBOSE] = value
    return value


def common_options(command: click.Command) -> click.Command:
    """Let a verb take those of the common options that it does not define itself, so that a script may give it any.

    They have nothing to say there, so they have no effect and stand in no help; but --version says it after any verb.
    A group of subcommands leaves the rest to them.
    """
    version = click.Option(["--version"], is_flag=True, is_eager=True, callback=_print_version, **MUTE, help="Version.")
    rest = (
        click.Option(["-o", "--output"], **MUTE, help="No file is written."),
        click.Option(["--format"], **MUTE, help="There is one format."),
        click.Option(["--json"], is_flag=True, **MUTE, help="There is one format."),
        click.Option(["--workers"], type=click.IntRange(1, 1024), **MUTE, help="One process is enough."),
        click.Option(["--seed"], **MUTE, help="Nothing is drawn."),
        click.Option(["-q", "--quiet"], is_flag=True, **MUTE, help="Nothing is said but what is asked for."),
    )
    known = {word for option in command.params for word in option.opts}
    added = [version, *(() if isinstance(command, click.Group) else rest)]
    command.params += [option for option in added if not known.intersection(option.opts)]
    return command


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"{PROGRAM} {__version__}")
        ctx.exit()


def puzzles_argument(function: F) -> F:
    """PUZZLES: `puzzles`, a tuple of paths, `-` for standard input."""
    return click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLES...")(function)


def from_option(function: F) -> F:
    """--from: `from_format`, the notation of the input, None where it is to be recognised."""
    return click.option(
        "--from", "from_format", type=click.Choice(notations()), help="Notation of the input.  [default: recognised]"
    )(function)


def output_option(function: F) -> F:
    """-o: `output`, a path, `-` for stdout, None where it was left out."""
    text = "Write to FILE, whole or not at all; - is stdout. The extension names the format."
    return click.option("-o", "--output", metavar="FILE", help=text)(function)


def format_option(formats: Sequence[str]) -> Callable[[F], F]:
    """--format: `format_name`, one of `formats`, None where it was left out."""
    text = "Format, whatever the extension says."
    return click.option("--format", "format_name", type=click.Choice(formats), help=text)


def json_option(function: F) -> F:
    """--json: `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle, one line each.")(function)


def workers_option(function: F) -> F:
    """--workers: `workers`, 1 or more."""
    text = "Processes to use.  [default: the cores this process may use]"
    return click.option("--workers", type=click.IntRange(1, 1024), default=available_workers, help=text)(function)


def scheduler_option(function: F) -> F:
    """--scheduler: `scheduler`, the address of a Dask cluster, None where it was left out."""
    text = "Let a Dask cluster do the work, in place of --workers."
    return click.option("--scheduler", metavar="tcp://HOST:PORT", help=text)(function)


def seed_option(function: F) -> F:
    """--seed: `seed`, None where it was left out."""
    text = "Any text. The same seed gives the same bytes.  [default: one is drawn and printed]"
    return click.option("--seed", metavar="TEXT", help=text)(function)


def quiet_option(function: F) -> F:
    """-q: `quiet`."""
    return click.option("-q", "--quiet", is_flag=True, help="No progress, no summary.")(function)


def verbose_option(function: F) -> F:
    """-v: `verbose`; main shows a traceback under it."""
    text = "More detail, and the place in the program where a bug shows."
    return click.option("-v", "--verbose", is_flag=True, callback=_remember_verbose, help=text)(function)
