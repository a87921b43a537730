"""A short run over spoilt files, the same each time; tests/bench/fuzz.py makes the long one."""

from __future__ import annotations

from pathlib import Path

from fuzzing import run

SHORT = 400


def test_spoilt_files_end_in_clear_lines(tmp_path: Path) -> None:
    found = run(range(SHORT), tmp_path)
    assert found.wrong == []
    assert found.slowest[0] < 10  # on a busy machine; left alone it is a third of a second
