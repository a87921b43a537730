"""The command line: one file a verb, loaded when used; and the one place where an error becomes a line and a code.

A verb's function parses, calls one function and prints. It ends by returning, or by `sys.exit` with a code of
`puzzle_factory.errors`; what is wrong it raises.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from puzzle_factory import __version__
from puzzle_factory.cli.common import PROGRAM, VERBOSE, common_options
from puzzle_factory.errors import FAILED, INTERRUPTED, OK, USAGE, FactoryError, did_you_mean

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
VERBS = {
    "generate": "puzzle_factory.cli.generate:generate",
    "batch": "puzzle_factory.cli.batch:batch",
    "daily": "puzzle_factory.cli.daily:daily",
    "merge": "puzzle_factory.cli.merge:merge",
    "verify": "puzzle_factory.cli.verify:verify",
    "check-certificate": "puzzle_factory.cli.check_certificate:check_certificate",
    "solve": "puzzle_factory.cli.solve:solve",
    "grade": "puzzle_factory.cli.grade:grade",
    "explain": "puzzle_factory.cli.explain:explain",
    "techniques": "puzzle_factory.cli.techniques:techniques",
    "repair": "puzzle_factory.cli.repair:repair",
    "convert": "puzzle_factory.cli.convert:convert",
    "render": "puzzle_factory.cli.render:render",
    "archive": "puzzle_factory.cli.archive:archive",
    "schema": "puzzle_factory.cli.schema:schema",
    "selftest": "puzzle_factory.cli.selftest:selftest",
}


class Verbs(click.Group):
    """A group that imports a verb's module when the verb is named, and turns whatever goes wrong into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module, _, function = VERBS[cmd_name].partition(":")
        command = getattr(import_module(module), function)
        assert isinstance(command, click.Command)
        return common_options(command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in VERBS and not args[0].startswith("-"):
            raise click.UsageError(f"'{args[0]}' is not a command{did_you_mean(args[0], VERBS)}", ctx)
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and end the process: SystemExit is the only way out."""
        _stand_in_for_closed_streams()
        _speak_utf8()
        _end_cleanly_when_told_to()
        state: dict[str, bool] = {}
        try:
            code = self._run(list(sys.argv[1:] if args is None else args), prog_name or PROGRAM, state)
            sys.stdout.flush()
        except BaseException as error:
            code = _reported(error, verbose=state.get(VERBOSE, False))
        sys.exit(code)

    def _run(self, args: list[str], prog_name: str, state: dict[str, bool]) -> int:
        with self.make_context(prog_name, args, obj=state) as ctx:
            self.invoke(ctx)
        return OK


def _reported(error: BaseException, verbose: bool) -> int:
    """Print what went wrong as one line on stderr, and give the exit code of it."""
    unprinted = _settle_stdout()
    match error:
        case SystemExit() | click.exceptions.Exit() if unprinted:
            return _reported(unprinted, verbose)
        case SystemExit():
            return error.code if isinstance(error.code, int) else OK if error.code is None else FAILED
        case click.exceptions.Exit():
            return error.exit_code
        case BrokenPipeError():
            return FAILED  # who reads has seen enough
        case KeyboardInterrupt() | click.Abort():
            _say("interrupted")
            return INTERRUPTED
        case click.UsageError():
            _say(_usage_line(error))
            return USAGE
        case FactoryError():
            _say(str(error))
            return error.exit_code
        case OSError():
            _say(_system_line(error))
            return FAILED
    if verbose:
        traceback.print_exception(error)
    _say(f"a bug, please report it: {type(error).__name__}: {error} (with -v the place is shown)")
    return FAILED


def _usage_line(error: click.UsageError) -> str:
    where = error.ctx.command_path if error.ctx else PROGRAM
    return f"{error.format_message().rstrip('.')} (see `{where} --help`)"


def _system_line(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}"


def _say(line: str) -> None:
    """One line on stderr; where even that is closed, nothing."""
    try:
        click.echo(f"{PROGRAM}: {' '.join(line.split())}", err=True)
    except OSError:
        return


def _settle_stdout() -> OSError | None:
    """Let what was printed reach its reader. Where it cannot, say why, and leave nothing for Python's flush at exit."""
    try:
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def _stand_in_for_closed_streams() -> None:
    """Where stdout came closed, printing must fail as on any closed file, and only then; stderr is for people."""
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115 - for the life of the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def _speak_utf8() -> None:
    """Pieces are box-drawing characters: they have to come out whatever the terminal's locale says."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # a file's name may be no text at all


def _end_cleanly_when_told_to() -> None:
    """SIGTERM, as schedulers and containers send it, ends the program like Ctrl-C: nothing half-written stays."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)


@click.command(PROGRAM, cls=Verbs, no_args_is_help=False, context_settings=SETTINGS)
@click.version_option(__version__, "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
def main() -> None:
    """Makes, proves, grades and checks logic puzzles.

    A puzzle that leaves here has one answer, proven by two engines, and can be solved without a guess.
    """
