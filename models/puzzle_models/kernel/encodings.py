"""What a genre's two encodings are to the engines: a CP-SAT model and a CNF, each for all puzzles of one shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from puzzle_models.kernel.contract import Answer

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


class CpEncoding(Protocol):
    """A CP-SAT model for all puzzles of one shape, changed in place from puzzle to puzzle."""

    model: CpModel

    def fit(self, puzzle: Any) -> None:
        """Set numbers and domains to those of `puzzle`, with nothing forbidden."""

    def forbid(self, answer: Answer) -> None:
        """Add the blocking clause of `answer` (its cells only); may be called once a `fit`."""

    def read(self, values: Sequence[int]) -> Answer:
        """The answer in a solution, given as the value of each variable of the model by index."""


class CnfEncoding(Protocol):
    """Clauses for all puzzles of one shape; a puzzle is a list of assumptions on top of them.

    `holds` has, by cell and value, the literal that says: the cell holds it. Variables are numbered 1 to `variables`.
    """

    clauses: list[list[int]]
    holds: list[list[int]]
    variables: int

    def printed(self, puzzle: Any) -> list[tuple[str, list[int]]]:
        """What makes the clauses mean `puzzle`: all that is printed, by its name in messages, as literals to assume."""

    def parts(self, puzzle: Any) -> tuple[list[int], list[list[int]]]:
        """The same for mending, of unsound puzzles too: what stays as it is, and each thing that may be changed.

        A thing that no answer can obey has literals that contradict each other.
        """

    def blocking(self, answer: Answer) -> list[int]:
        """The clause that forbids `answer`, in literals of cells only."""

    def read(self, model: Sequence[int]) -> Answer:
        """The answer in a model, given as pysat gives it: literal of variable v at index v - 1."""

    def cuts(self, answer: Answer) -> list[list[int]]:
        """Lazy clauses that `answer` breaks and every puzzle of the shape obeys; none where it is whole."""

    def breaches(self, answer: Answer) -> list[tuple[int, ...]]:
        """The sets of cells that the cuts of `answer` come from, each in rising order."""

    def cut(self, cells: Sequence[int]) -> list[list[int]]:
        """The lazy clauses of one set of cells. Raises ValueError where the rules give none for it."""

    def legend(self) -> Iterator[tuple[int, str]]:
        """Each variable but those of `holds`, in order, and what it says, for people."""
