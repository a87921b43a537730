"""Fixtures for all tests: the program run in this process, golden files, and a site of dailies."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

from calendar_site import WEEK, Site, site_at
from puzzle_factory.cli import main

settings.register_profile("steady", deadline=None)  # machines differ; a slow one is no failure
settings.load_profile("steady")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell starts in the background would not heed Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew; read the diff")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a golden file, which is written under --update-golden only."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"{path} is missing; run with --update-golden and read it"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def run() -> Callable[..., Result]:
    """The program in this process: arguments, and standard input if any; 80 columns wide."""

    def call(*args: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(main, list(args), input=stdin)

    return call


@pytest.fixture
def verb(run: Callable[..., Result], tmp_path: Path) -> Callable[..., Result]:
    """A subcommand of `archive`, on the archive of the test's own folder."""
    archive = ("--archive", str(tmp_path / "archive.sqlite"))
    return lambda name, *args, **extra: run("archive", name, *archive, *args, **extra)


@pytest.fixture
def site(tmp_path: Path, run: Callable[..., Result]) -> Site:
    """A site of dailies with nothing published yet."""
    return site_at(tmp_path / "site", run)


@pytest.fixture
def week(site: Site) -> Site:
    """The same with a week published."""
    assert site.run(*WEEK).exit_code == 0
    return site
