"""A record doubted: whatever claim of it is changed is found, and nothing that is said of it is believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archives import family, image, made
from puzzle_factory.rechecking import faults
from puzzle_factory.records import to_data

Data = dict[str, Any]
HARDER = {"level": "expert", "score": 99.5, "hardest": "parity", "steps": 1, "narrowest": 99, "spike": None}
PARTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=5,
)


def data(genre: str = "tracks") -> Data:
    """The data of a sound record, as they come out of a file."""
    loaded: Data = json.loads(json.dumps(to_data(made(genre)[0])))
    return loaded


@pytest.mark.parametrize("genre", ["tracks", "str8ts"])
def test_a_sound_record_has_no_fault_however_it_lies(genre: str) -> None:
    assert faults(data(genre)) == []
    assert faults(to_data(image(made(genre)[0], 3))) == []


def test_the_steps_of_a_family_have_no_fault() -> None:
    assert [faults(to_data(record)) for record in family()] == [[]] * 4


def test_what_is_not_claimed_is_not_missed() -> None:
    assert faults({name: data()[name] for name in ("genre", "puzzle")}) == []
    assert faults({**data(), "grade": {"level": "easy"}}) == []


@pytest.mark.parametrize("name", HARDER)
def test_each_member_of_a_grade_is_a_claim(name: str) -> None:
    said = data()
    said["grade"][name] = HARDER[name]
    (fault,) = faults(said)
    assert fault.startswith(f"{name} is said to be {HARDER[name]}, but it is ")


def swapped(said: Data) -> None:
    said["answer"] = to_data(made()[1])["answer"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda said: said.update(id="tracks-5x5-0"), "id is said to be tracks-5x5-0, but it is tracks-5x5-"),
        (lambda said: said.update(key="tracks"), "key differs from that of the puzzle"),
        (lambda said: said.update(answer_key=3), "answer_key differs from that of the puzzle"),
        (lambda said: said.pop("answer"), "there is an answer_key, and no answer"),
        (swapped, "the answer breaks a rule: "),
        (lambda said: said.update(answer={"grid": [3]}), "the answer cannot be one: "),
        (lambda said: said["proof"].update(verdict="none"), "the proof says none, but it has one answer"),
        (lambda said: said["proof"].update(engines=["sat"]), "the engines of the proof are not those that prove it"),
        (lambda said: said.update(proof="yes"), "the proof is a text, not a mapping"),
        (lambda said: said.update(grade=[1]), "the grade is a list, not a mapping"),
        (lambda said: said["grade"]["techniques"].clear(), "techniques is said to be {}, but it is {"),
        (lambda said: said.update(schema="x"), "the schema is 'x'; a record has puzzle-factory/record/1"),
        (lambda said: said.update(genre="chess"), "'chess' is not a genre; choose from tracks, str8ts"),
        (lambda said: said["puzzle"].update(width=6), "row 1 of the grid has 5 cells; its width is 6"),
    ],
)
def test_a_claim_that_does_not_hold_is_a_phrase(change: Callable[[Data], object], says: str) -> None:
    said = data()
    change(said)
    assert any(fault.startswith(says) for fault in faults(said)), faults(said)


def test_a_second_answer_is_found() -> None:
    """Of a puzzle with a given less, all that is said still fits the answer; only the engines know better."""
    said = data("str8ts")
    rows = said["puzzle"]["grid"]
    said["puzzle"]["grid"] = ["".join("." if cell.isdigit() else cell for cell in row) for row in rows]
    assert "the proof says unique, but it has two answers or more" in faults(said)


def test_a_proof_without_the_answer_is_proven_all_the_same() -> None:
    said = data()
    del said["answer"], said["answer_key"]
    assert faults(said) == []


@given(PARTS, st.sampled_from(["id", "puzzle", "answer", "proof", "key", "answer_key", "genre", "schema", "number"]))
def test_no_data_are_so_bad_that_they_are_an_error(part: Any, name: str) -> None:
    found = faults({**data(), name: part})
    assert all(isinstance(fault, str) and "\n" not in fault for fault in found)
    assert all(isinstance(fault, str) for fault in faults(part))


@given(PARTS, st.sampled_from(["level", "score", "techniques", "spike"]))
def test_no_grade_is_so_bad_that_it_is_an_error(part: Any, name: str) -> None:
    said = data()
    said["grade"][name] = part
    assert all("\n" not in fault for fault in faults(said))
