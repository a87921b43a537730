"""How puzzles are made, proved, graded and stored. What puzzles are is `puzzle_models`."""

__version__ = "0.3.0"
