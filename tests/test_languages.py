"""The walkthrough in every language: it names the same cells and digits in each, and every phrase is there."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

import pytest
from click.testing import Result

from puzzle_models.kernel.contract import LEVELS, Genre, Technique
from puzzle_models.kernel.languages import LANGUAGES, TONGUES, Several, Speech
from samples import Sample, genres, name_of, rungs, samples

Run = Callable[..., Result]
CELL = re.compile(r"\b[rfl](\d+)c(\d+)\b")
NUMBER = re.compile(r"\d+")
PIECE = re.compile("[│─└┘┌┐]")


def sentences(genre: Genre, puzzle: Any, language: str) -> list[str]:
    path = genre.climb(puzzle, LEVELS[-1])
    return [part.text for round_ in genre.deductions(puzzle, path, language) for part in round_]


def facts(sentence: str) -> tuple[set[tuple[str, str]], set[str], set[str]]:
    """The cells, the other numbers and the pieces that a sentence names."""
    return set(CELL.findall(sentence)), set(NUMBER.findall(CELL.sub("", sentence))), set(PIECE.findall(sentence))


def assert_same_facts(genre: Genre, puzzle: Any) -> None:
    english = sentences(genre, puzzle, "en")
    for language in LANGUAGES[1:]:
        others = sentences(genre, puzzle, language)
        for one, other in zip(english, others, strict=True):
            assert facts(one) == facts(other), (one, other)
            assert other[0].isupper() or CELL.match(other)
            assert other.endswith(".") and "  " not in other and "{" not in other


@pytest.mark.parametrize(("genre", "technique"), rungs(), ids=name_of)
def test_every_worked_board_is_told_alike_in_every_language(genre: Genre, technique: Technique) -> None:
    assert_same_facts(genre, genre.example(technique))


@pytest.mark.parametrize("sample", samples()[::3], ids=str)
def test_every_puzzle_is_told_alike_in_every_language(sample: Sample) -> None:
    assert_same_facts(sample.genre, sample.puzzle)


@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_no_language_lacks_a_phrase_a_fact_or_a_technique(genre: Genre) -> None:
    """Of choices such as `{cells:is|are}` the words differ, and what they hang on need not be asked everywhere."""
    english = genre.texts("en")
    for texts in map(genre.texts, LANGUAGES):
        assert set(texts.says) == {technique.name for technique in genre.ladder}
        assert len(texts.rules) == len(english.rules)
        assert set(texts.spoken) == set(english.spoken)
        assert set(texts.phrases) == set(english.phrases)
        for name, phrase in texts.phrases.items():
            assert {each.lower() for each in asked(phrase)} == {each.lower() for each in asked(english.phrases[name])}


def asked(phrase: str) -> set[str]:
    return {name for _, name, words, _ in Formatter().parse(phrase) if name is not None and not words}


def test_lists_and_choices_of_words_follow_the_count() -> None:
    speech = Speech(TONGUES["es"], {"empty": "{cells} {cells:está|están}"})
    assert speech.say("empty", cells=speech.every(["f1c1"])) == "f1c1 está"
    assert speech.say("empty", cells=speech.every(["f1c1", "f2c1", "f1c1"])) == "f1c1 y f2c1 están"
    assert str(Several("x", 1)) == "x"


@pytest.mark.parametrize(
    ("names", "said"), [([7, 8], "7 u 8"), ([8, 9], "8 o 9"), ([1, 11], "1 u 11"), (["7–8", "8–9"], "7–8 u 8–9")]
)
def test_spanish_says_u_before_what_sounds_like_o(names: list[object], said: str) -> None:
    assert Speech(TONGUES["es"], {}).either(names) == said


def test_lines_are_named_one_by_one_together_and_as_all() -> None:
    speech = {language: Speech(TONGUES[language], {}) for language in LANGUAGES}
    assert [each.line(2, 5) for each in speech.values()] == ["row 3", "la fila 3", "la ligne 3"]
    assert [each.line(5, 5) for each in speech.values()] == ["column 1", "la columna 1", "la colonne 1"]
    assert str(speech["en"].lines([5, 7], 5, 5)) == "columns 1 and 3"
    assert str(speech["fr"].lines([0, 1, 2, 3, 4], 5, 5)) == "toutes les lignes"
    assert str(speech["en"].lines([0], 1, 1)) == "row 1"


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("genre", genres(), ids=name_of)
def test_a_walkthrough_reads_well_in_other_languages(
    genre: Genre, language: str, run: Run, golden: Callable[[str, str], None]
) -> None:
    """The sentences that each technique's worked board begins with."""
    told: dict[str, str] = {}
    for technique in genre.ladder:
        text = json.dumps({"genre": genre.name, "puzzle": genre.unparse(genre.example(technique))})
        (said,) = map(json.loads, run("explain", "-", "--json", "--language", language, stdin=text).stdout.splitlines())
        told |= dict(first_of_each(said["steps"]))
    lines = [f"{name}: {genre.texts(language).says[name]}\n  {text}\n" for name, text in told.items()]
    golden(f"language-{genre.name}-{language}.txt", "".join(lines))


def first_of_each(steps: list[Mapping[str, Any]]) -> list[tuple[str, str]]:
    counts = Counter[str]()
    found = []
    for step in steps:
        counts[step["technique"]] += 1
        if counts[step["technique"]] == 1:
            found.append((step["technique"], step["parts"][0]["text"]))
    return found
