"""The command line as a whole: its help, what it loads, and how errors end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from puzzle_factory import __version__
from puzzle_factory import cli as program
from puzzle_factory.errors import OrderUnfilled
from puzzle_models import registry
from puzzle_models.kernel import code_cache

Run = Callable[..., Result]
HEAVY = {"dratify", "ortools", "numba", "pysat", "numpy", "tqdm", "jsonschema", "sqlite3"}
SUBCOMMANDS = (
    *(f"generate {name}" for name in registry.names()),
    *(f"archive {name}" for name in ("add", "find", "stats", "check", "export")),
)
WATCHED = f"""
import sys
from puzzle_factory.cli import main
try:
    main(sys.argv[1:])
except SystemExit as leaving:
    print(leaving.code, sorted(set({sorted(HEAVY)!r}) & set(sys.modules)), file=sys.stderr)
"""


def process(*args: str, **extra: Any) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    command = [sys.executable, "-m", "puzzle_factory", *args]
    return subprocess.run(command, text=True, encoding="utf-8", capture_output=True, timeout=60, **extra)


@pytest.mark.parametrize("name", ["", *program.VERBS, *SUBCOMMANDS])
def test_help(name: str, run: Run, golden: Callable[[str, str], None]) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    golden(f"help{'-' if name else ''}{name.replace(' ', '-')}.txt", result.output)


@pytest.mark.parametrize("name", ["", *program.VERBS, *SUBCOMMANDS])
def test_help_loads_neither_solver_nor_compiler(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", WATCHED, *name.split(), "--help"], capture_output=True, text=True)
    assert done.stderr == "0 []\n"


def test_every_command_and_option_is_documented() -> None:
    context = click.Context(program.main)
    for name in program.VERBS:
        command = program.main.get_command(context, name)
        assert command is not None
        assert command.help
        assert all(option.help for option in command.params if isinstance(option, click.Option))


FORMATS = {
    "generate tracks --size 5": "json",
    "batch book": "yaml",
    "merge book.shard-1-of-1.jsonl": "json",
    "daily --config site --date 2026-12-02": "json",
    "convert ids --to yaml": "json",
    "render ids": "svg",
}
VERBS = (
    *FORMATS,
    "archive add ids",
    "verify ids",
    "check-certificate certificates",
    "solve ids",
    "grade ids",
    "explain ids",
    "repair ids",
    "techniques rail",
    "schema recipe",
    "selftest --largest 1",
)
COMMON = ("-o OUT", "--format FORMAT", "--json", "--workers 1", "--seed 1", "-q", "-v")


@pytest.mark.parametrize("option", [*COMMON, " ".join(COMMON)], ids=lambda option: option.replace(" ", "_"))
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_every_common_option(
    verb: str, option: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ids").write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n")
    (tmp_path / "book").write_text("recipe: book\norders: [{genre: tracks, size: 5, level: easy}]\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").write_text("daily: site\nseed: s\nslots: {a: {genre: tracks, size: 5, level: easy}}\n")
    if verb.startswith("merge"):
        run("batch", "book", "--shard", "1/1", "-o", ".")
    if verb.startswith("check-certificate"):
        run("verify", "ids", "--certificate", "certificates")
    form = FORMATS.get(verb, "json")
    place = "out" if verb.startswith(("batch", "daily")) else f"out.{form}"
    result = run(*verb.split(), *option.replace("OUT", place).replace("FORMAT", form).split())
    assert result.exit_code == 0
    assert Path(place).exists() == ("-o" in option)


def test_no_verb_is_left_out_of_that_test() -> None:
    assert {verb.split()[0] for verb in VERBS} == {*program.VERBS}


@pytest.mark.parametrize("verb", [*program.VERBS, *SUBCOMMANDS])
def test_after_any_verb_the_version_is_the_program_s(verb: str, run: Run) -> None:
    assert run(*verb.split(), "--version").output == f"puzzle-factory {__version__}\n"


@pytest.mark.parametrize("verb", ["techniques", "techniques rail", "selftest --largest 1", "grade ids"])
def test_a_report_into_a_file_is_the_report_on_stdout(
    verb: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ids").write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n")
    monkeypatch.chdir(tmp_path)
    for name, way in (("out.txt", "text"), ("out.jsonl", "jsonl"), ("out.json", "json")):
        shown = run(*verb.split(), "--format", way, "-q").stdout
        assert run(*verb.split(), "-o", name, "-q").stdout == ""
        assert Path(name).read_text(encoding="utf-8") == shown
    assert json.loads(shown) == [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert run(*verb.split(), "--json", "-q").stdout == Path("out.jsonl").read_text(encoding="utf-8")


def test_convert_to_json_lines_may_be_asked_for_as_elsewhere(run: Run) -> None:
    result = run("convert", "-", "--json", stdin="5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n")
    assert (result.exit_code, json.loads(result.stdout)["genre"]) == (0, "tracks")


def test_version(run: Run) -> None:
    assert run("--version").output == f"puzzle-factory {__version__}\n"
    assert process("--version").stdout == f"puzzle-factory {__version__}\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["verfy"], "'verfy' is not a command; did you mean 'verify'? (see `puzzle-factory --help`)"),
        (["dance"], "'dance' is not a command; choose from generate, batch, daily, merge, verify"),
        (["convert"], "Missing argument 'PUZZLES...' (see `puzzle-factory convert --help`)"),
        (["convert", "--too", "yaml", "-"], "No such option"),
        (["convert", "nowhere.yaml", "--to", "json"], "nowhere.yaml: no such file"),
        (["convert", ".", "--to", "json"], ". is a folder; name a file in it"),
        (["convert", "-"], "say with --to what to write: yaml, json, jsonl, tatham, plain, bd, table, text"),
        (["convert", "-", "-o", "file.doc"], "file.doc: the extension names no format; use one of yaml, json"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(args: list[str], says: str, run: Run) -> None:
    result = run(*args, stdin="5x5:CwC,3,3,3,4,S4,S4,5,4,2,2")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"puzzle-factory: {says}")
    assert result.stderr.count("\n") == 1
    assert not result.stdout


def test_no_command_shows_the_help_and_is_wrong_usage(run: Run) -> None:
    result = run()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Commands:" in result.stderr


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (OrderUnfilled("none\nfound"), 5, "puzzle-factory: none found\n"),
        (KeyboardInterrupt(), 130, "puzzle-factory: interrupted\n"),
        (OSError(28, "No space left on device", "out.yaml"), 1, "puzzle-factory: out.yaml: No space left on device\n"),
        (BrokenPipeError(), 1, ""),
        (ZeroDivisionError("by 0"), 1, "puzzle-factory: a bug, please report it: ZeroDivisionError: by 0 (with -v the"),
    ],
    ids=["ours", "interrupt", "disk", "pipe", "bug"],
)
def test_an_error_becomes_a_line_and_a_code(
    error: BaseException, code: int, line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr(program, "import_module", fail)
    result = run("verify", "-")
    assert result.exit_code == code
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == (1 if line else 0)


def test_a_traceback_is_shown_under_v_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("puzzle_factory.cli.convert.converted", fail)
    assert "Traceback" not in run("convert", "-", "--to", "json").stderr
    assert "Traceback" in run("convert", "-", "--to", "json", "-v").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_under_stdout_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "puzzle_factory", "schema"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "puzzle-factory: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_leaves_early_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "ids"
    path.write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n" * 2000)
    command = [sys.executable, "-m", "puzzle_factory", "convert", str(path), "--to", "yaml"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""


def test_pieces_come_out_in_any_locale() -> None:
    done = process("convert", "-", "--to", "plain", input="5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n",
                   env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})  # fmt: skip
    assert "→  ┐ . . . .  4" in done.stdout


@pytest.mark.parametrize(
    "args",
    ["generate tracks --size 5 --seed 1", "batch book", "verify ids", "grade ids", "explain ids", "techniques rail"],
)
def test_under_q_nothing_is_said_of_compiling(
    args: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ids").write_text("5x5:CwC,3,3,3,4,S4,S4,5,4,2,2\n")
    (tmp_path / "book").write_text("recipe: book\norders: [{genre: tracks, size: 5, level: easy}]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(code_cache, "is_compiled", lambda name: False)
    assert run(*args.split()).stderr.startswith("compiling the tracks techniques: ")
    shutil.rmtree("output", ignore_errors=True)
    assert run(*args.split(), "-q").stderr == ""
