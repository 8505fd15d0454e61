"""Allocators of one GPU's memory, and the churn of models that come and go on it.

First fit and buddies hand out contiguous ranges, so free memory may be in pieces too small for a request that
it would hold in total: external fragmentation. Pages are mapped one by one and need no neighbours, which is
how a GPU's memory is really handed out (CUDA driver API, virtual memory management: pages of 2 MiB); all they
lose is the rest of a last page.
"""

from __future__ import annotations

import heapq
import math
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.errors import EngineError
from engine.notation import number

AllocatorName = Literal["first-fit", "buddy", "paged"]

Place = tuple[float, float]
"""Where an allocation starts, and the bytes it takes up, of at least the size that was asked for."""


class Allocator(Protocol):
    """Hands out memory."""

    free: float
    """Bytes that nobody holds."""

    def allocate(self, size: float) -> Place | None:
        """Memory for `size` bytes, or None when there is no room."""

    def release(self, place: Place) -> None:
        """Take back what `allocate` gave."""


class FirstFit:
    """Contiguous ranges, each at the lowest address at which it fits (Knuth 1997, section 2.5)."""

    def __init__(self, memory: float) -> None:
        self.free = memory
        self._memory = memory
        self._held: list[Place] = []

    def allocate(self, size: float) -> Place | None:
        """The lowest range of `size` bytes."""
        if size > self.free:
            return None
        start = next((start for start, room in self._holes() if room >= size), None)
        if start is None:
            return None
        insort(self._held, (start, size))
        self.free -= size
        return start, size

    def release(self, place: Place) -> None:
        """Take a range back."""
        self._held.remove(place)
        self.free += place[1]

    def _holes(self) -> Iterator[Place]:
        end = 0.0
        for start, size in self._held:
            yield end, start - end
            end = start + size
        yield end, self._memory - end


class Buddy:
    """Ranges of `least` bytes times a power of two, split from twice the size and merged with their twin.

    Knowlton 1965; Knuth 1997, section 2.5, algorithms R and S. Memory that is no power of two starts as the
    powers that it is the sum of; a size is rounded up to a power, and what that adds is lost inside.
    """

    def __init__(self, memory: float, least: float) -> None:
        self.free = memory // least * least
        self._least = least
        self._starts: dict[int, set[int]] = {}
        """Free ranges by their order, each by its first unit of `least` bytes."""
        units, start = int(memory // least), 0
        while start < units:
            order = (units - start).bit_length() - 1
            self._starts.setdefault(order, set()).add(start)
            start += 1 << order

    def allocate(self, size: float) -> Place | None:
        """The lowest of the smallest free ranges that hold `size`, halved down to what is needed."""
        needed = max(0, math.ceil(math.log2(size / self._least) - 1e-12))
        order = min(
            (each for each, starts in self._starts.items() if starts and each >= needed), default=None
        )
        if order is None:
            return None
        start = min(self._starts[order])
        self._starts[order].remove(start)
        while order > needed:
            order -= 1
            self._starts.setdefault(order, set()).add(start + (1 << order))
        taken = self._least * (1 << order)
        self.free -= taken
        return start * self._least, taken

    def release(self, place: Place) -> None:
        """Take a range back and merge it with its twin, as long as that is free."""
        self.free += place[1]
        start, order = round(place[0] / self._least), round(math.log2(place[1] / self._least))
        while (twin := start ^ (1 << order)) in self._starts.get(order, ()):
            self._starts[order].remove(twin)
            start, order = min(start, twin), order + 1
        self._starts.setdefault(order, set()).add(start)


class Paged:
    """Any free pages of `page` bytes."""

    def __init__(self, memory: float, page: float) -> None:
        self.free = memory // page * page
        self._page = page

    def allocate(self, size: float) -> Place | None:
        """As many pages as `size` needs; they have no place worth telling."""
        taken = math.ceil(size / self._page) * self._page
        if taken > self.free:
            return None
        self.free -= taken
        return 0.0, taken

    def release(self, place: Place) -> None:
        """Take pages back."""
        self.free += place[1]


def allocated(name: AllocatorName, memory: float, unit: float) -> Allocator:
    """Empty memory under an allocator; `unit` is the page, or the least range of the buddies.

    Raises `EngineError`.
    """
    if unit > memory:
        raise EngineError(f"unit exceeds the memory by {number(unit - memory)}")
    match name:
        case "first-fit":
            return FirstFit(memory)
        case "buddy":
            return Buddy(memory, unit)
        case "paged":
            return Paged(memory, unit)


@dataclass(frozen=True, slots=True)
class Tenancy:
    """A model that asks for memory: when, how much, and for how long."""

    arrival: float
    size: float
    stay: float


@dataclass(frozen=True, slots=True)
class Churn:
    """What became of the tenancies; all are shares."""

    rejected: float
    """Of requests, those that found no room and went away."""
    fragmented: float
    """Of requests, those that went away although enough was free in total."""
    utilization: float
    """Of memory and time, what was asked for and given."""


def churn(memory: Allocator, tenancies: Iterable[Tenancy]) -> Churn:
    """Let models come, in the order of their arrival, and go; one that finds no room does not wait."""
    capacity = memory.free
    leaving: list[tuple[float, float, Place]] = []
    requests = rejected = fragmented = 0
    used = now = 0.0
    for tenancy in tenancies:
        now = tenancy.arrival
        while leaving and leaving[0][0] <= now:
            memory.release(heapq.heappop(leaving)[-1])
        requests += 1
        if place := memory.allocate(tenancy.size):
            used += tenancy.size * tenancy.stay
            heapq.heappush(leaving, (now + tenancy.stay, tenancy.size, place))
        else:
            rejected += 1
            fragmented += memory.free >= tenancy.size
    used -= sum((end - now) * size for end, size, _ in leaving)
    return Churn(rejected / requests, fragmented / requests, used / (capacity * now))
