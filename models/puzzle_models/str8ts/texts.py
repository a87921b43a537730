"""What Str8ts says of itself, language by language."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.str8ts.languages import en, es, fr

TEXTS = {"en": en.TEXTS, "es": es.TEXTS, "fr": fr.TEXTS}


def texts(language: str) -> Texts:
    """Raises KeyError for a language that is none of LANGUAGES."""
    return TEXTS[language]
