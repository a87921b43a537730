"""`python -m puzzle_factory` is `puzzle-factory`."""

from puzzle_factory.cli import main

main(prog_name="puzzle-factory")
