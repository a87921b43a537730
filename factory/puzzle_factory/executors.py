"""Who does the work: this process, several, or a cluster. The results come in the order of the items in any case."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
WORTH_A_PROCESS = 8  # items; starting a process costs a second, an item some hundredths


def in_order(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    workers: int,
    worth_a_process: int = WORTH_A_PROCESS,
    scheduler: str | None = None,
) -> Generator[Result]:
    """`function` of each item, in order. What it raises is raised here, where its item stands.

    With several workers it must be importable. No more of them are started than get `worth_a_process` items each. Say 1
    where an item takes longer than a process to start: then there is always one, which Ctrl-C ends in the middle. A
    `scheduler` is the address of a Dask cluster, which then does all the work. Closing the generator ends the workers.
    Raises IoFailure where an item's worker was ended from outside again and again.
    """
    if scheduler is not None:
        from puzzle_factory.cluster import by_cluster

        yield from by_cluster(function, items, scheduler)
        return
    workers = min(workers, len(items) // worth_a_process)
    if workers <= 1 < worth_a_process:
        yield from map(function, items)
        return
    from puzzle_factory.crew import by_crew

    yield from by_crew(function, items, workers)
