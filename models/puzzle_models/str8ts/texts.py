"""Str8ts in the words of its players. en: straight, black cell; es: escalera, casilla negra; fr: suite, case noire."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts

TEXTS = {
    "en": Texts(
        name="Str8ts",
        rules=(
            "Write a digit into every white cell: from 1 to 9 where the grid is nine cells wide, from 1 to 6 where it "
            "is six.",
            "No digit comes twice in a row or column.",
            "White cells side by side, up to the next black cell or the border, hold a straight: digits without a gap, "
            "in any order, as 4, 2, 3, 5.",
            "A white digit on black is part of no straight, but it takes its digit away from its row and column.",
            "There is one answer, and you never need to guess.",
        ),
    ),
    "es": Texts(
        name="Str8ts",
        rules=(
            "Escribe una cifra en cada casilla blanca: del 1 al 9 si la cuadrícula tiene nueve casillas de ancho, del "
            "1 al 6 si tiene seis.",
            "Ninguna cifra se repite en una fila ni en una columna.",
            "Las casillas blancas seguidas, hasta la próxima casilla negra o el borde, forman una escalera: cifras sin "
            "huecos, en cualquier orden, como 4, 2, 3, 5.",
            "Una cifra blanca sobre negro no es de ninguna escalera, pero ya no puede estar en el resto de su fila ni "
            "de su columna.",
            "Hay una sola solución, y nunca hace falta adivinar.",
        ),
    ),
    "fr": Texts(
        name="Str8ts",
        rules=(
            "Écrivez un chiffre dans chaque case blanche : de 1 à 9 si la grille a neuf cases de large, de 1 à 6 si "
            "elle en a six.",
            "Aucun chiffre ne se répète dans une ligne ni dans une colonne.",
            "Les cases blanches qui se suivent, jusqu’à la prochaine case noire ou jusqu’au bord, forment une suite : "
            "des chiffres sans trou, dans n’importe quel ordre, comme 4, 2, 3, 5.",
            "Un chiffre blanc sur noir n’appartient à aucune suite, mais il n’est plus possible ailleurs dans sa ligne "
            "et dans sa colonne.",
            "Il y a une seule solution, et il ne faut jamais deviner.",
        ),
    ),
}


def texts(language: str) -> Texts:
    """What the genre says of itself. Raises KeyError for a language that is none of LANGUAGES."""
    return TEXTS[language]
