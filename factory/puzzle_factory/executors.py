"""Who does the work: this process, several, or a cluster. The results come in the order of the items in any case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
) -> Iterator[Result]:
    """`function` of each item, in order. What it raises is raised here, where its item stands.

    With several workers it must be importable. No more of them are started than get `worth_a_process` items each; say 1
    where an item takes longer than a process to start. A `scheduler` is the address of a Dask cluster, which then does
    all the work. Raises IoFailure where an item's worker was ended from outside again and again.
    """
    if scheduler is not None:
        from puzzle_factory.cluster import by_cluster

        return by_cluster(function, items, scheduler)
    workers = min(workers, len(items) // worth_a_process)
    if workers <= 1:
        return map(function, items)
    from puzzle_factory.crew import by_crew

    return by_crew(function, items, workers)
