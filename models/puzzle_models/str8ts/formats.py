"""Other people's notations of Str8ts, in the order in which a text is tried against them."""

from __future__ import annotations

from puzzle_models.str8ts.bd import Bd
from puzzle_models.str8ts.plain import Plain
from puzzle_models.str8ts.table import Table

FORMATS = (Bd(), Plain(), Table())
