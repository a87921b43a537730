"""Train Tracks in the words of its players. en: track, cell, piece; es: vía, casilla, pieza; fr: voie, case, pièce."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.tracks.pieces import PIECES, SYMBOLS


def _pieces(*words: str) -> dict[str, str]:
    """The six pieces in words, in the order of their values."""
    return dict(zip(map(SYMBOLS.__getitem__, PIECES), words, strict=True))


TEXTS = {
    "en": Texts(
        name="Train Tracks",
        rules=(
            "Lay one railway through the grid, from the arrow that points in to the arrow that points out.",
            "A cell is crossed straight on or in a curve, once at most. The track never branches, never crosses itself "
            "and leaves nothing over: every piece belongs to the one line.",
            "The number above a column and beside a row says how many of its cells have track.",
            "Pieces on a grey ground are given and stay as they are.",
            "There is one answer, and you never need to guess.",
        ),
        spoken=_pieces(
            "vertical", "horizontal", "curve up–right", "curve up–left", "curve down–right", "curve down–left"
        ),
    ),
    "es": Texts(
        name="Vías de tren",
        rules=(
            "Traza una sola vía por la cuadrícula, desde la flecha que entra hasta la flecha que sale.",
            "Una casilla se atraviesa en recta o en curva, y una vez como mucho. La vía no se ramifica, no se cruza y "
            "no deja nada suelto: todas las piezas son de la misma línea.",
            "El número encima de una columna y al lado de una fila dice cuántas de sus casillas tienen vía.",
            "Las piezas sobre fondo gris vienen dadas y no se mueven.",
            "Hay una sola solución, y nunca hace falta adivinar.",
        ),
        spoken=_pieces(
            "vertical",
            "horizontal",
            "curva arriba–derecha",
            "curva arriba–izquierda",
            "curva abajo–derecha",
            "curva abajo–izquierda",
        ),
    ),
    "fr": Texts(
        name="Voies ferrées",
        rules=(
            "Tracez une seule voie dans la grille, de la flèche qui entre à la flèche qui sort.",
            "Une case se traverse en ligne droite ou en courbe, une fois au plus. La voie ne bifurque pas, ne se "
            "croise pas et ne laisse rien de côté : toutes les pièces forment une seule ligne.",
            "Le nombre au-dessus d’une colonne et à côté d’une ligne dit combien de ses cases portent la voie.",
            "Les pièces sur fond gris sont données et ne bougent pas.",
            "Il y a une seule solution, et il ne faut jamais deviner.",
        ),
        spoken=_pieces(
            "vertical",
            "horizontal",
            "courbe haut–droite",
            "courbe haut–gauche",
            "courbe bas–droite",
            "courbe bas–gauche",
        ),
    ),
}


def texts(language: str) -> Texts:
    """What the genre says of itself. Raises KeyError for a language that is none of LANGUAGES."""
    return TEXTS[language]
