"""The folder for machine code is a convenience: what goes wrong with it must not end a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzle_models.kernel import code_cache


def test_word_of_what_is_compiled_is_left_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(code_cache, "CACHE", tmp_path)
    with monkeypatch.context() as full_disk:
        full_disk.setattr(Path, "touch", refuse)
        code_cache.note_compiled("some")
    assert not code_cache.is_compiled("some")
    code_cache.note_compiled("some")
    assert code_cache.is_compiled("some")
