"""Slips of the pen in numbers, the same in every genre: which other number may have been meant."""

from __future__ import annotations

ALIKE = {  # by digit, those that it is taken for, in handwriting or in print, likeliest first
    "0": "689",
    "1": "74",
    "2": "73",
    "3": "85",
    "4": "91",
    "5": "63",
    "6": "958",
    "7": "12",
    "8": "369",
    "9": "648",
}


def misread(number: int) -> list[int]:
    """The numbers that a number is taken for where one digit of it is misread, likeliest first."""
    text = str(number)
    found = [
        int(text[:place] + other + text[place + 1 :])
        for place, digit in enumerate(text)
        for other in ALIKE.get(digit, "")
    ]
    return list(dict.fromkeys(found))


def digit_lost_or_added(number: int, largest: int) -> list[int]:
    """The numbers up to `largest` that a number is taken for where a digit is left out or one too many is there."""
    text = str(number)
    shorter = [int(text[:place] + text[place + 1 :]) for place in range(len(text)) if len(text) > 1]
    longer = [int(text[:place] + digit + text[place:]) for place in range(len(text) + 1) for digit in "0123456789"]
    return list(dict.fromkeys(other for other in shorter + longer if other <= largest and other != number))
