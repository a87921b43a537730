"""Str8ts in English."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.str8ts.ladder import LADDER

TEXTS = Texts(
    name="Str8ts",
    rules=(
        "Write a digit into every white cell: from 1 to 9 where the grid is nine cells wide, from 1 to 6 where it is "
        "six.",
        "No digit comes twice in a row or column.",
        "White cells side by side, up to the next black cell or the border, hold a straight: digits without a gap, in "
        "any order, as 4, 2, 3, 5.",
        "A white digit on black is part of no straight, but it takes its digit away from its row and column.",
        "There is one answer, and you never need to guess.",
    ),
    says={technique.name: technique.says for technique in LADDER},
    phrases={
        "left": " That leaves {items}.",
        "at": "{digit} at {cell}",
        "must-be": "must be {straights}",
        "can-only-be": "can only be {straights}",
        "can-only-be-from": "can only be {first} or higher, up to {last}",
        "limited-cell": "{span} {limited}",
        "limited": "In {span} the straight {limited}",
        "no-other": "no other cell of {lines} is {digits}",
        "must-contain": "{limited} and so must contain {digits}",
        "exclusion": "{cell} is {digit}, so {no_other}.",
        "exclusion-black": "{cell} is black with the clue {digit}, so {no_other}.",
        "range": "In {span}, {limits}, so the straight {straight}: no cell of it is {digits}.",
        "is": "{cell} is {digit}",
        "few": "{cell} can only be {digits}",
        "few-from": "{cell} can only be {first} to {last}",
        "missing": "no cell can be {digits}",
        "required": "{must}: {no_other}.",
        "hidden-single": "{must}: no cell of it but {cell} can be {digits}, so {cell} is {single}.",
        "hidden": "{must}: only {cells} of it can be {digits}, so these {count} cells are nothing else.",
        "naked": "{cells} have only {digits} between them, so {no_other}.",
        "unfillable": "{limited}. {lacks}. So {cell} is not {digits}.",
        "would-leave": "{digit} at {cell} would leave {lacks}",
        "and-lack": ", and ",
        "lacking": "{straights} {lack}",
        "lack-cell": "no cell for {many}",
        "lack-digit": "no digit for {many}",
        "lack-more": "only {some} for {many}",
        "locked": "{limited}, but {full}. So it {fits}: {follows}.",
        "crowded": "{straights} there would leave no straight for {spans}",
        "together": "{spans} together",
        "not-within": "no cell of it is {digits}",
        "not-it": "it is not {digits}",
        "must-beside": "it must contain {digits}, so {no_other}",
        "fish": "The straights of {lines} at {spans} must contain {digit}, and have room for it only in {across}: "
        "{no_other}.",
        "balance": "A digit is in as many rows as columns. {Must} must hold {digit}, and {can} can",
        "balance-only": "A digit is in as many rows as columns. {Must} must hold {digit}, and only {can} can",
        "no-other-row": "{balance}: no other row holds it.",
        "no-other-column": "{balance}: no other column holds it.",
        "each-does": "{balance}: each of these does. With {digit} in {line}, the straight in {span} {fits}: {follows}.",
        "each-does-cell": "{balance}: each of these does. With {digit} in {line}, {span} {fits}: {follows}.",
        "suppose": "Suppose {cell} were {digit}: after {rounds} of {techniques}, {broken} has no digit left. So {cell} "
        "is not {digit}.",
        "round": "one round",
        "rounds": "{count} rounds",
        "easy-techniques": "the easy techniques",
        "hard-techniques": "the techniques up to hard",
    },
)
