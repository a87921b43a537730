"""What can be wished for in a Str8ts puzzle: the style options, and what they mean in numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from puzzle_models.kernel.contract import LEVELS, NESTED, Option, Wish
from puzzle_models.str8ts.ladder import SMALLEST_FULL

SMALLEST_MADE, LARGEST_MADE = 4, 12
CYCLIC_SIZES = (4, 6, 8, 9)
EVEN_BLACKS = ("half-turn", "mirror")  # symmetries that leave no cell of a grid of even size where it is
NUMBER_OR_RANGE = r"[0-9]{1,3}(-[0-9]{1,3})?"

OPTIONS = (
    Option(
        "symmetry",
        "How the black cells lie: the same after half a turn, in a mirror, across a diagonal, or anyhow.",
        "half-turn",
        ("half-turn", "mirror", "diagonal", "none"),
    ),
    Option(
        "blacks",
        "How many black cells, as one number or LOW-HIGH; usual: as in published puzzles, fewer at higher levels.",
        "usual",
        ("usual",),
        pattern=NUMBER_OR_RANGE,
        metavar="N|LOW-HIGH",
    ),
    Option(
        "black-clues",
        "How many black cells hold a digit, as one number or LOW-HIGH; usual: as in published puzzles.",
        "usual",
        ("usual",),
        pattern=NUMBER_OR_RANGE,
        metavar="N|LOW-HIGH",
    ),
    Option(
        "style",
        "free: a random black pattern with a random answer; cyclic: each row the one before shifted by one, cut by a "
        "black diagonal (4x4, 6x6, 8x8, 9x9).",
        "free",
        ("free", "cyclic"),
    ),
    Option(
        "supposition",
        "Whether an expert puzzle needs one to be supposed and refuted, or is finished by the rungs below.",
        "never",
        ("never", "needed"),
    ),
)

# Medians of published puzzles by level; the easiest two of the makers' labels are easy and medium, the next two hard.
USUAL_BLACKS = {9: {"easy": 24, "medium": 22, "hard": 21, "expert": 13}, 6: dict.fromkeys(LEVELS, 12)}
USUAL_CLUES = {9: {"easy": 6, "medium": 6, "hard": 6, "expert": 4}, 6: dict.fromkeys(LEVELS, 2)}
SPREAD = 0.1  # of the median, up and down: four of five published puzzles lie within


@dataclass(frozen=True)
class Style:
    """A wish's style, typed. Ranges hold the least and the greatest number of cells."""

    symmetry: str
    blacks: tuple[int, int]
    black_clues: tuple[int, int]
    cyclic: bool
    supposition: bool


def style_of(wish: Wish) -> Style:
    """The style of a wish that `check_wish` has let pass."""
    style = wish.style
    blacks = _range(style["blacks"]) or _usual(USUAL_BLACKS, wish)
    few, many = _usual(USUAL_CLUES, wish)
    return Style(
        symmetry=style["symmetry"],
        blacks=blacks,
        black_clues=_range(style["black-clues"]) or (min(few, blacks[1]), min(many, blacks[1])),
        cyclic=style["style"] == "cyclic",
        supposition=style["supposition"] == "needed",
    )


def check_wish(wish: Wish) -> None:
    """Raise ValueError where no puzzle can answer a wish, saying what can be had."""
    if wish.width != wish.height:
        raise ValueError(f"a Str8ts puzzle is as wide as high; ask for {wish.width}, not {wish.width}x{wish.height}")
    if not SMALLEST_MADE <= wish.width <= LARGEST_MADE:
        raise ValueError(f"a Str8ts puzzle is made {SMALLEST_MADE} to {LARGEST_MADE} cells wide, not {wish.width}")
    for option in OPTIONS:
        value = wish.style[option.name]
        if value not in option.choices and not (option.pattern and re.fullmatch(option.pattern, value)):
            known = ", ".join((*option.choices, *([option.metavar] if option.metavar else [])))
            raise ValueError(f"'{value}' is not a value of {option.name}; choose from {known}")
    style = style_of(wish)
    if style.cyclic:
        _check_cyclic(style, wish.width)
    _check_blacks(style, wish.width)
    _check_clues(style, wish.width)
    _check_supposition(style, wish)


def attempts(wish: Wish) -> int:
    """Draws that a wish deserves before it counts as one that cannot be had: some seconds' worth, or a minute's."""
    return 2000 if wish.level != LEVELS[-1] else 500


def _check_range(name: str, numbers: tuple[int, int], cells: int) -> None:
    low, high = numbers
    if low > high:
        raise ValueError(f"{name} is {low}-{high}; write the lower number first")
    if high >= cells:
        raise ValueError(f"{name} is {high}, but the grid has {cells} cells, some of them white; ask for fewer")


def _check_blacks(style: Style, size: int) -> None:
    _check_range("blacks", style.blacks, size * size)
    low, high = style.blacks
    if high == 0:
        raise ValueError("blacks is 0; a Str8ts has black cells, so ask for 1 or more")
    if _in_twos(style, size) and low == high and (low - size) % 2:
        number = "an odd number" if size % 2 else "an even number"
        raise ValueError(
            f"blacks is {low}, but with the symmetry {style.symmetry} there is {number} of them here; "
            f"ask for {low - 1} or {low + 1}, or for another symmetry"
        )


def _in_twos(style: Style, size: int) -> bool:
    """Whether black cells come in pairs: no cell is its own partner, or none but the cyclic style's black diagonal."""
    if style.cyclic:
        return style.symmetry == "half-turn"
    return size % 2 == 0 and style.symmetry in EVEN_BLACKS


def _check_clues(style: Style, size: int) -> None:
    _check_range("black-clues", style.black_clues, size * size)
    least, most = style.black_clues[0], style.blacks[1]
    if least > most:
        raise ValueError(
            f"black-clues is {least} or more, but there are {most} black cells at most; "
            "ask for fewer clues, or for more black cells"
        )


def _check_supposition(style: Style, wish: Wish) -> None:
    has_expert = wish.level == LEVELS[-1] or (wish.level == NESTED and wish.width >= SMALLEST_FULL)
    if style.supposition and not has_expert:
        raise ValueError(
            f"a supposition is needed at level {LEVELS[-1]} alone, or in a family from {SMALLEST_FULL}x{SMALLEST_FULL} "
            f"on, not at {wish.level} {wish.width}x{wish.width}"
        )


def _check_cyclic(style: Style, size: int) -> None:
    if size not in CYCLIC_SIZES:
        raise ValueError(f"the style cyclic is made {', '.join(map(str, CYCLIC_SIZES))} cells wide, not {size}")
    if style.blacks[1] < size:
        raise ValueError(
            f"the style cyclic has a black diagonal of {size} cells; blacks is {style.blacks[1]}, ask for more"
        )
    if style.symmetry == "mirror":
        raise ValueError("the black diagonal of the style cyclic has no mirror; choose half-turn, diagonal or none")


def _range(text: str) -> tuple[int, int] | None:
    """`4` or `4-6` as the least and the greatest number; None for a word."""
    if not text[0].isdigit():
        return None
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def _usual(medians: dict[int, dict[str, int]], wish: Wish) -> tuple[int, int]:
    """The usual range: around a line between the medians of 6x6 and 9x9, and beyond them their share of the cells."""
    size, level = wish.width, wish.level if wish.level in LEVELS else LEVELS[-1]
    few, many = medians[6][level], medians[9][level]
    if size < 6:
        middle = few * size * size / 36
    elif size > 9:
        middle = many * size * size / 81
    else:
        middle = few + (many - few) * (size - 6) / 3
    return round(middle * (1 - SPREAD)), round(middle * (1 + SPREAD))
