"""What a book says beside its puzzles, in each language. What a genre says of itself it brings along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzle_models.kernel.contract import BEYOND


@dataclass(frozen=True)
class Wording:
    """Headings and labels of one language; `levels` by the level's name in records."""

    contents: str
    rules: str
    example: str
    start: str
    goal: str
    steps: str
    notation: str
    answers: str
    score: str
    puzzles: str
    levels: Mapping[str, str]


WORDINGS = {
    "en": Wording(
        contents="Contents",
        rules="How to play",
        example="An example",
        start="The puzzle",
        goal="Its answer",
        steps="How it begins",
        notation="r2c3 is the cell in row 2 and column 3.",
        answers="Answers",
        score="score",
        puzzles="puzzles",
        levels={"easy": "Easy", "medium": "Medium", "hard": "Hard", "expert": "Expert", BEYOND: "Beyond"},
    ),
    "es": Wording(
        contents="Índice",
        rules="Cómo se juega",
        example="Un ejemplo",
        start="El pasatiempo",
        goal="Su solución",
        steps="Cómo se empieza",
        notation="f2c3 es la casilla de la fila 2 y la columna 3.",
        answers="Soluciones",
        score="puntuación",
        puzzles="pasatiempos",
        levels={"easy": "Fácil", "medium": "Medio", "hard": "Difícil", "expert": "Experto", BEYOND: "Extremo"},
    ),
    "fr": Wording(
        contents="Sommaire",
        rules="Comment jouer",
        example="Un exemple",
        start="La grille",
        goal="Sa solution",
        steps="Pour commencer",
        notation="l2c3 est la case de la ligne 2 et de la colonne 3.",
        answers="Solutions",
        score="score",
        puzzles="grilles",
        levels={"easy": "Facile", "medium": "Moyen", "hard": "Difficile", "expert": "Expert", BEYOND: "Extrême"},
    ),
}
