"""Jobs that wait for GPUs, and whose turn it is.

A job takes its GPUs on one node and all at once, or waits: it is a gang. Who is admitted follows the rules of
Kueue and Volcano. Teams have queues with a quota each and may borrow what other teams leave idle; what was
lent can be taken back by preemption; within a queue the higher priority goes first, then the earlier arrival.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cluster import Cluster


@dataclass(frozen=True, slots=True)
class Job:
    """`gpus` GPUs of one node for `duration`, asked for by a team at `arrival`."""

    team: int
    gpus: int
    arrival: float
    duration: float
    priority: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """Who is admitted."""

    quotas: tuple[int, ...] | None = None
    """GPUs guaranteed to each team, each with a queue of its own; None: one queue for all."""
    borrow: bool = False
    """Whether a team may exceed its quota while GPUs are idle (Kueue: ClusterQueues in a cohort)."""
    preempt: bool = False
    """Whether jobs are stopped for one of higher priority in the same queue, or, when they hold what their
    team borrowed, for one within its own team's quota (Kueue: withinClusterQueue, reclaimWithinCohort)."""
    strict: bool = False
    """Whether the first in a queue keeps the later ones waiting even where they would fit (StrictFIFO)."""
    checkpoint: bool = True
    """Whether a stopped job goes on where it was, or starts again."""


@dataclass(slots=True)
class Record:
    """What happened up to a horizon."""

    jobs: list[tuple[Job, float]] = field(default_factory=list)
    """Those that started, with their wait."""
    waiting: list[Job] = field(default_factory=list)
    """Those that never started."""
    used: float = 0.0
    """GPU time of all jobs, that of work done again too."""
    lost: float = 0.0
    """GPU time of work that was done again."""
    preempted: int = 0

    def waits(self, team: int | None = None, gpus: int | None = None) -> list[float]:
        """Waits of the jobs of a team or a size, in the order of their start."""
        return [wait for job, wait in self.jobs if team in (None, job.team) and gpus in (None, job.gpus)]

    def backlog(self, team: int | None = None, gpus: int | None = None) -> int:
        """Jobs of a team or a size that never started."""
        return sum(team in (None, job.team) and gpus in (None, job.gpus) for job in self.waiting)


@dataclass(slots=True, eq=False)
class _Waiting:
    job: Job
    turn: tuple[int, int]
    """Priority, then arrival; unique."""
    left: float
    started: bool = False


@dataclass(slots=True, eq=False)
class _Running:
    waiting: _Waiting
    node: int
    since: float
    end: float
    stopped: bool = False


_Line = list[tuple[tuple[int, int], _Waiting]]
"""A heap by turn."""


def schedule(cluster: Cluster, jobs: Sequence[Job], rules: Rules, horizon: float) -> Record:
    """Run `jobs`, in the order of their arrival, on an empty cluster until `horizon`."""
    scheduler = _Scheduler(cluster, rules)
    for number, job in enumerate(jobs):
        scheduler.run_until(min(job.arrival, horizon))
        if job.arrival >= horizon:
            break
        scheduler.submit(_Waiting(job, (-job.priority, number), job.duration))
        scheduler.admit(job.arrival)
    scheduler.run_until(horizon)
    return scheduler.closed(horizon)


class _Scheduler:
    def __init__(self, cluster: Cluster, rules: Rules) -> None:
        queues = len(rules.quotas or (0,))
        self._cluster = cluster
        self._rules = rules
        self._queues: list[dict[int, _Line]] = [{} for _ in range(queues)]
        """By team and size: of one size, who comes later in a queue fits no better."""
        self._usage = [0] * queues
        self._running: dict[_Running, None] = {}
        self._ends: list[tuple[float, int, _Running]] = []
        self._starts = 0
        self._record = Record()

    def submit(self, waiting: _Waiting) -> None:
        lines = self._queues[self._queue(waiting.job)]
        heapq.heappush(lines.setdefault(waiting.job.gpus, []), (waiting.turn, waiting))

    def run_until(self, time: float) -> None:
        while self._ends and self._ends[0][0] <= time:
            running = heapq.heappop(self._ends)[-1]
            if not running.stopped:
                self._leave(running, running.end)
                self.admit(running.end)

    def admit(self, now: float) -> None:
        """Start whatever can start."""
        while (self._cluster.free or self._rules.preempt) and any(
            self._start(waiting, now) for waiting in self._turns()
        ):
            pass

    def closed(self, horizon: float) -> Record:
        """What happened until `horizon`."""
        record = self._record
        record.used += sum((horizon - each.since) * each.waiting.job.gpus for each in self._running)
        record.waiting = [
            each.job
            for lines in self._queues
            for line in lines.values()
            for _, each in line
            if not each.started
        ]
        return record

    def _queue(self, job: Job) -> int:
        return 0 if self._rules.quotas is None else job.team

    def _within_quota(self, job: Job) -> bool:
        quotas = self._rules.quotas
        return quotas is None or self._usage[job.team] + job.gpus <= quotas[job.team]

    def _turns(self) -> list[_Waiting]:
        """The first of each queue and size; those that need no loan go first."""
        turns = []
        for lines in self._queues:
            heads = [line[0] for line in lines.values() if line]
            turns += [min(heads)] if heads and self._rules.strict else heads
        if len(turns) > 1:
            turns.sort(key=lambda head: (not self._within_quota(head[1].job), head[0]))
        return [waiting for _, waiting in turns]

    def _start(self, waiting: _Waiting, now: float) -> bool:
        job = waiting.job
        entitled = self._within_quota(job)
        if not entitled and not self._rules.borrow:
            return False
        node = self._cluster.place(job.gpus)
        if node is None and entitled and self._rules.preempt:
            node = self._make_room(job, now)
        if node is None:
            return False
        heapq.heappop(self._queues[self._queue(job)][job.gpus])
        running = _Running(waiting, node, now, now + waiting.left)
        self._running[running] = None
        heapq.heappush(self._ends, (running.end, self._starts, running))
        self._starts += 1
        self._usage[self._queue(job)] += job.gpus
        if not waiting.started:
            waiting.started = True
            self._record.jobs.append((job, now - job.arrival))
        return True

    def _make_room(self, job: Job, now: float) -> int | None:
        """Stop as few GPUs' worth of jobs as give `job` its place."""
        choices = [each for node in self._cluster.nodes if (each := self._victims(job, node))]
        if not choices:
            return None
        for running in min(choices, key=lambda each: sum(victim.waiting.job.gpus for victim in each)):
            self._stop(running, now)
        return self._cluster.place(job.gpus)

    def _victims(self, job: Job, node: int) -> list[_Running]:
        """Jobs on a node to stop for `job`, lower priority and later start first; none if too few."""
        room, usage, victims = self._cluster.idle(node), [*self._usage], list[_Running]()
        here = [each for each in self._running if each.node == node]
        for running in sorted(here, key=lambda each: (each.waiting.job.priority, -each.since)):
            other = running.waiting.job
            queue = self._queue(other)
            if queue == self._queue(job):
                yields = other.priority < job.priority
            else:
                yields = self._rules.quotas is not None and usage[queue] > self._rules.quotas[queue]
            if yields and room < job.gpus:
                victims.append(running)
                usage[queue] -= other.gpus
                room += other.gpus
        return victims if room >= job.gpus else []

    def _stop(self, running: _Running, now: float) -> None:
        running.stopped = True
        self._leave(running, now)
        self._record.preempted += 1
        if self._rules.checkpoint:
            running.waiting.left = running.end - now
        else:
            self._record.lost += (now - running.since) * running.waiting.job.gpus
        self.submit(running.waiting)

    def _leave(self, running: _Running, now: float) -> None:
        job = running.waiting.job
        del self._running[running]
        self._cluster.release(running.node, job.gpus)
        self._usage[self._queue(job)] -= job.gpus
        self._record.used += (now - running.since) * job.gpus
