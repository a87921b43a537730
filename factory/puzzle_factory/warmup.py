"""The first run compiles the techniques, which takes a while. It is said, and done once."""

from __future__ import annotations

from collections.abc import Callable

from puzzle_models.kernel.contract import LEVELS, Genre, Wish

CLIMB, DRAW = "climb", "draw"  # what a command needs compiled: to grade, or to make puzzles as well


def warm_up(genre: Genre, need: str, say: Callable[[str], None]) -> None:
    """Compile what a command needs of a genre, if no run before has left it in the cache; `say` is told.

    Ctrl-C ends it in the middle.
    """
    from puzzle_models.kernel.code_cache import is_compiled, note_compiled

    if is_compiled(f"{genre.name}-{need}"):
        return
    from puzzle_models.kernel.compiling import stoppable

    say(f"compiling the {genre.name} techniques: this once, half a minute or so")
    with stoppable():
        if need == DRAW:
            style = {option.name: option.default for option in genre.options}
            genre.draw(Wish(5, 5, LEVELS[0], style), bytes(16))
            note_compiled(f"{genre.name}-{DRAW}")
        genre.climb(genre.example(genre.ladder[0]), LEVELS[-1])
        note_compiled(f"{genre.name}-{CLIMB}")
