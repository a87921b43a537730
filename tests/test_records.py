"""Records and batches: the same data in YAML, JSON and JSON Lines, the same bytes every time, valid by the schema."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from puzzle_factory.grading import Grade
from puzzle_factory.records import FIELDS, Origin, Play, Proof, Record, from_data, record_of, to_data
from puzzle_factory.schema import schema_of
from puzzle_factory.sources import read_sources
from puzzle_factory.writing import EXTENSIONS, write_batch
from puzzle_models import registry
from puzzle_models.tracks.puzzle import TracksPuzzle
from random_puzzles import puzzles

TRACKS = registry.load("tracks")
NASTY = st.one_of(
    st.sampled_from(["1e5", "on", "No", "~", "", "null", "2026-01-01", "0o7", "1:30", "- a", "a: b", "# c"]),
    st.sampled_from(["\u2028", "\ufeff", "\x85", "\x7f", "\r\n"]),
    st.text(st.characters(exclude_categories=("Cs",))),
)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
PARTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**15), 10**15), FINITE, NASTY),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NASTY, inner, max_size=3)),
    max_leaves=6,
)


def sample() -> Record:
    """A record with all its parts."""
    (puzzle,) = TRACKS.formats[1].read("  1 1 1\n→ ─ . . →  3\n  . . .    0\n")
    grade = Grade("tracks/1", "easy", 2.5, "rail", {"rail": 3}, 3, 1, False)
    origin = Origin("2026", 0, 3, 0)
    return record_of(TRACKS, puzzle, (2, 2, 2, 0, 0, 0), grade, Proof("unique", ("cp-sat", "sat")), Play(), origin)


def loaded(content: bytes, form: str) -> list[Any]:
    """The records of a batch, by other people's readers."""
    text = content.decode()
    if form == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    data = yaml.safe_load(text) if form == "yaml" else json.loads(text)
    assert data["schema"] == "puzzle-factory/batch/1"
    assert isinstance(data["records"], list)
    return list(data["records"])


def test_a_record_has_its_fields_in_order_and_its_id_from_its_key() -> None:
    data = to_data(sample())
    assert tuple(data) == tuple(name for name in FIELDS if name != "number")  # it bears one in a numbered batch only
    digest = hashlib.sha256(str(data["key"]).encode()).hexdigest()
    assert data["id"] == f"tracks-3x2-{digest[:12]}"
    assert data["play"] == {"lives": 3, "hints": 2}


@pytest.mark.parametrize("form", EXTENSIONS)
def test_a_batch_as_people_see_it(form: str, golden: Any) -> None:
    golden(f"batch.{form}", write_batch([sample(), sample()], form).decode())


@pytest.mark.parametrize("form", EXTENSIONS)
@given(found=st.lists(puzzles(), max_size=3), extra=st.dictionaries(NASTY, PARTS, max_size=3))
def test_a_batch_reads_back_by_anyone(form: str, found: list[TracksPuzzle], extra: dict[str, object]) -> None:
    known = {name: value for name, value in extra.items() if name not in FIELDS and value is not None}
    records = [from_data(TRACKS, puzzle, known) for puzzle in found]
    content = write_batch(records, form)
    assert content == write_batch(records, form)
    assert loaded(content, form) == [to_data(record) for record in records]


@pytest.mark.parametrize("form", EXTENSIONS)
def test_a_batch_reads_back_by_us(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"batch.{form}"
    path.write_bytes(write_batch([sample(), sample()], form))
    items = list(read_sources([str(path)]))
    assert [from_data(TRACKS, item.puzzle, item.record or {}) for item in items] == [sample(), sample()]


def test_claims_that_are_no_whole_part_are_kept_as_they_came() -> None:
    puzzle = TRACKS.parse(sample().puzzle)
    claims = {"answer": {"grid": ["...", "..."]}, "grade": {"level": "hard"}, "author": "somebody"}
    data = to_data(from_data(TRACKS, puzzle, claims))
    assert {name: data[name] for name in claims} == claims
    assert "answer_key" not in data


def test_a_number_that_json_cannot_write_is_refused() -> None:
    record = from_data(TRACKS, TRACKS.parse(sample().puzzle), {"speed": float("nan")})
    for form in EXTENSIONS:
        with pytest.raises(ValueError, match="not JSON compliant"):
            write_batch([record], form)


def test_the_schema_of_a_recipe_takes_recipes_and_refuses_slips() -> None:
    schema = schema_of("recipe")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    order = {"genre": "tracks", "size": "8x8", "level": ["easy", "hard"], "givens": 7, "fill": "0.4..0.5", "count": 2}
    recipe = {"recipe": "book", "seed": 2026, "output": {"formats": ["yaml"]}, "orders": [order]}
    validator.validate(recipe)
    for slip in ({"levle": "easy"}, {"level": "mild"}, {"size": "8by8"}, {"ends": "anywhere"}, {"count": 0}):
        assert not validator.is_valid({**recipe, "orders": [{**order, **slip}]})


@pytest.mark.parametrize("name", ["record", "batch"])
def test_a_schema_is_one_and_holds_what_we_write(name: str) -> None:
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    record = to_data(sample())
    validator.validate(record if name == "record" else {"schema": "puzzle-factory/batch/1", "records": [record]})
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    "change",
    [
        {"genre": "chess"},
        {"schema": "puzzle-factory/record/2"},
        {"puzzle": {"width": 0}},
        {"answer": {}},
        {"grade": {"level": "mild"}},
        {"play": {"lives": -1}},
    ],
)
def test_the_schema_refuses_what_is_not_in_form(change: dict[str, object]) -> None:
    validator = jsonschema.Draft202012Validator(schema_of("record"))
    assert not validator.is_valid({**to_data(sample()), **change})


def test_a_bare_puzzle_is_in_form() -> None:
    bare = {"genre": "tracks", "puzzle": sample().puzzle}
    assert jsonschema.Draft202012Validator(schema_of("record")).is_valid(bare)
