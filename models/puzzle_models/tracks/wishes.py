"""What can be wished for in a Train Tracks puzzle: the style options, and what they mean in numbers."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from puzzle_models.kernel.contract import LEVELS, Option, Wish

SMALLEST_MADE, LARGEST_MADE = 4, 30
FILL_RANGE = (0.35, 0.85)
USUAL_FILL = (0.38, 0.62)  # of published puzzles, 5x5 to 15x15; a puzzle draws its own aim in it
FILL_SLACK = 0.02  # a single wished fill is met this closely, or within half a cell

OPTIONS = (
    Option(
        "ends",
        "Where entry and exit lie: anywhere; left and bottom, as in newspapers; on facing sides, meeting ones, or one.",
        "any",
        ("any", "left-bottom", "opposite", "adjacent", "same"),
    ),
    Option(
        "fill",
        "Share of cells that are track, 0.35 to 0.85, as one number or LOW..HIGH; usual: a different one each time.",
        "usual",
        ("usual",),
        pattern=r"0?\.[0-9]+(\.\.0?\.[0-9]+)?",
        metavar="SHARE",
    ),
    Option(
        "givens",
        "How many pieces are printed. few: none (the ends' apart) can be taken away without leaving the level; "
        "usual: about one more for every fifty cells; many: one for every ten; N: just so many, the ends' included.",
        "usual",
        ("few", "usual", "many"),
        pattern=r"[0-9]{1,3}",
        metavar="N",
    ),
    Option("show-ends", "Whether the pieces at entry and exit are printed.", "yes", ("yes", "no"), off="hide-ends"),
    Option("empty-lines", "Whether a clue may be 0.", "forbid", ("allow", "forbid")),
    Option(
        "consecutive-ones", "Whether two neighbouring lines may both have the clue 1.", "forbid", ("allow", "forbid")
    ),
)


@dataclass(frozen=True)
class Style:
    """A wish's style, typed. `fill` is the least and the greatest number of track cells.

    `extra` givens are added to the few; `exact` is -1, or the number to be printed in all.
    """

    ends: str
    fill: tuple[int, int]
    extra: int
    exact: int
    show_ends: bool
    empty_lines: bool
    consecutive_ones: bool


def style_of(wish: Wish) -> Style:
    """The style of a wish that `check_wish` has let pass."""
    style, cells = wish.style, wish.width * wish.height
    givens = style["givens"]
    return Style(
        ends=style["ends"],
        fill=_fill(style["fill"], cells),
        extra={"few": 0, "usual": cells // 50, "many": cells // 10}.get(givens, 0),
        exact=int(givens) if givens.isdigit() else -1,
        show_ends=style["show-ends"] == "yes",
        empty_lines=style["empty-lines"] == "allow",
        consecutive_ones=style["consecutive-ones"] == "allow",
    )


def check_wish(wish: Wish) -> None:
    """Raise ValueError where no puzzle can answer a wish, saying what can be had."""
    for name, length in (("wide", wish.width), ("high", wish.height)):
        if not SMALLEST_MADE <= length <= LARGEST_MADE:
            raise ValueError(
                f"a Train Tracks puzzle is made {SMALLEST_MADE} to {LARGEST_MADE} cells {name}, not {length}"
            )
    for option in OPTIONS:
        value = wish.style[option.name]
        if value not in option.choices and not (option.pattern and re.fullmatch(option.pattern, value)):
            known = ", ".join((*option.choices, *([option.metavar] if option.metavar else [])))
            raise ValueError(f"'{value}' is not a value of {option.name}; choose from {known}")
    _check_fill(wish.style["fill"], wish.width * wish.height)
    _check_givens(style_of(wish), wish.width * wish.height)


def _check_fill(text: str, cells: int) -> None:
    shares = [] if text == "usual" else [float(share) for share in text.split("..")]
    if shares and not FILL_RANGE[0] <= shares[0] <= shares[-1] <= FILL_RANGE[1]:
        raise ValueError(f"fill is a share from {FILL_RANGE[0]} to {FILL_RANGE[1]}, or LOW..HIGH; '{text}' is not")
    least, most = _fill(text, cells)
    if least > most:
        raise ValueError(f"fill is {text}, and no number of {cells} cells lies in it; ask for a wider range")


def _check_givens(style: Style, cells: int) -> None:
    shown = 2 if style.show_ends else 0
    if 0 <= style.exact < shown:
        raise ValueError(
            f"givens is {style.exact}, but {shown} are printed at the ends; hide them, or ask for {shown} or more"
        )
    if style.exact > cells:
        raise ValueError(f"givens is {style.exact}, but the grid has {cells} cells; ask for fewer")


def attempts(wish: Wish) -> int:
    """Draws that a wish deserves before it counts as one that cannot be had: some seconds' worth, or a minute's."""
    cells = wish.width * wish.height
    return 200_000 // cells if wish.level != LEVELS[-1] else max(20, 2_000_000 // cells**2)


def _fill(text: str, cells: int) -> tuple[int, int]:
    """The least and the greatest number of track cells."""
    low, high = _shares(text, cells)
    return math.ceil(low * cells), math.floor(high * cells)


def _shares(text: str, cells: int) -> tuple[float, float]:
    """The least and the greatest share of track cells."""
    if text == "usual":
        return USUAL_FILL
    low, _, high = text.partition("..")
    if high:
        return float(low), float(high)
    slack = max(FILL_SLACK, 0.5 / cells)
    return float(low) - slack, float(low) + slack
