"""Other people's notations of Train Tracks, in the order in which a text is tried against them."""

from __future__ import annotations

from puzzle_models.tracks.plain import Plain
from puzzle_models.tracks.tatham import Tatham

FORMATS = (Tatham(), Plain())
