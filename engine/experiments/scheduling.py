"""Jobs that wait for GPUs: what placement, gangs, quotas, borrowing, priority and preemption do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Literal

from engine.cluster import Cluster, Placement
from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Amount, Count, CountOrNone, Seconds, Share
from engine.experiments.registry import experiment
from engine.notation import number
from engine.scheduling import Job, Record, Rules, schedule

if TYPE_CHECKING:
    import numpy as np

_HOUR = 3600.0
_MOST_JOBS = 200_000
_DRAWN = ("Poisson arrivals", "exponential durations")

Policy = Literal["fifo", "priority", "preempt", "quota", "borrow", "reclaim"]


@experiment("scheduling.deadlock")
def deadlock(jobs: Count, workers: Count, gpus: Count) -> Outcome:
    """Chance that jobs admitted a worker at a time, in random order, each hold some GPUs and none has all.

    Each job runs only with all its workers; a gang scheduler, which places all or none, makes it 0.
    """
    wanted = jobs * workers
    if gpus >= wanted:
        value = 0.0
    else:
        ways = sum(
            (-1) ** whole
            * math.comb(jobs, whole)
            * math.comb(wanted - whole * workers, gpus - whole * workers)
            for whole in range(min(jobs, gpus // workers) + 1)
        )
        value = ways / math.comb(wanted, gpus)
    line = f"{jobs} jobs want {wanted} of {gpus} GPUs: {number(value)}"
    return Outcome(
        value,
        "1",
        "P = Σ (−1)ⁱ·C(jobs, i)·C(wanted − i·workers, GPUs − i·workers)/C(wanted, GPUs)",
        (line,),
        ("every order of the workers as likely", "a worker keeps its GPU while it waits for the others"),
    )


@experiment("scheduling.placement")
def placement(
    placement: Placement,
    measure: Literal["utilization", "gang_wait", "small_wait", "backlog"] = "utilization",
    load: Amount = 0.97,
    small: Share = 0.09,
    nodes: Count = 50,
    gpus: Count = 8,
    strict: bool = False,
    duration: Seconds = _HOUR,
    horizon: Seconds = 200 * _HOUR,
    seed: CountOrNone = 0,
) -> Outcome:
    """One-GPU jobs and whole-node gangs on a cluster that starts empty, a seeded run until `horizon`.

    `small` is the share of the work that comes as one-GPU jobs; `load` is all work over capacity. Waits are
    means over the jobs that started, `backlog` the gangs that had not. Where later jobs may pass a gang that
    does not fit (not `strict`), a cluster that spreads them starves the gangs.
    """
    seen = _of_two_sizes(placement, load, small, nodes, gpus, strict, duration, horizon, seed)
    utilization = seen.used / (nodes * gpus * horizon)
    gang_wait, small_wait = _mean(seen.waits(gpus=gpus)), _mean(seen.waits(gpus=1))
    backlog = seen.backlog(gpus=gpus)
    value, unit = {
        "utilization": (utilization, "1"),
        "gang_wait": (gang_wait, "s"),
        "small_wait": (small_wait, "s"),
        "backlog": (float(backlog), "1"),
    }[measure]
    return Outcome(
        value,
        unit,
        "means over a run",
        (
            f"{len(seen.jobs):,} jobs started; GPUs in use {number(utilization)}",
            f"gangs waited {number(gang_wait)} s, {backlog} have not started",
            f"one-GPU jobs waited {number(small_wait)} s",
        ),
        (*_DRAWN, f"until {number(horizon)} s from empty, seed {seed}"),
    )


@experiment("scheduling.teams")
def teams(
    policy: Policy,
    measure: Literal["wait", "p95", "backlog", "utilization", "preempted", "lost"] = "wait",
    team: Literal["greedy", "modest"] = "modest",
    greedy: Amount = 12.0,
    modest: Amount = 2.0,
    gpus: Count = 8,
    guaranteed: CountOrNone = 4,
    checkpoint: bool = True,
    duration: Seconds = _HOUR,
    horizon: Seconds = 2000 * _HOUR,
    seed: CountOrNone = 0,
) -> Outcome:
    """Two teams share GPUs; each offers so many erlangs of one-GPU jobs, a seeded run until `horizon`.

    `fifo`: one queue. `priority`: the modest team goes first; `preempt`: and stops the other's jobs. `quota`:
    `guaranteed` GPUs for the modest team, the rest for the greedy one; `borrow`: and idle GPUs are lent;
    `reclaim`: and taken back by preemption. Waits are of the jobs that started; `lost` is the share of GPU
    time that is done again when stopped jobs have no checkpoint.
    """
    if guaranteed > gpus:
        raise EngineError(f"guaranteed exceeds the {gpus} GPUs by {guaranteed - gpus}")
    seen = _of_two_teams(policy, greedy, modest, gpus, guaranteed, checkpoint, duration, horizon, seed)
    which = int(team == "modest")
    waits = sorted(seen.waits(which))
    mean, p95 = _mean(waits), waits[int(0.95 * (len(waits) - 1))] if waits else 0.0
    capacity = gpus * horizon
    value, unit = {
        "wait": (mean, "s"),
        "p95": (p95, "s"),
        "backlog": (float(seen.backlog(which)), "1"),
        "utilization": (seen.used / capacity, "1"),
        "preempted": (float(seen.preempted), "1"),
        "lost": (seen.lost / capacity, "1"),
    }[measure]
    return Outcome(
        value,
        unit,
        "means over a run",
        (
            f"load ({number(greedy)} + {number(modest)})/{gpus} = {number((greedy + modest) / gpus)}",
            f"the {team} team waited {number(mean)} s, 95 % at most {number(p95)} s",
            f"GPUs in use {number(seen.used / capacity)}, {seen.preempted:,} jobs stopped",
        ),
        (*_DRAWN, f"until {number(horizon)} s from empty, seed {seed}"),
    )


@lru_cache(maxsize=4)  # cards ask one run for several of its measures
def _of_two_sizes(
    placement: Placement,
    load: float,
    small: float,
    nodes: int,
    gpus: int,
    strict: bool,
    duration: float,
    horizon: float,
    seed: int,
) -> Record:
    import numpy as np

    generator = np.random.default_rng(seed)
    work = load * nodes * gpus * horizon / duration
    jobs = [
        *_jobs(generator, 0, 1, work * small, duration, horizon),
        *_jobs(generator, 0, gpus, work * (1 - small) / gpus, duration, horizon),
    ]
    jobs.sort(key=lambda job: job.arrival)
    return schedule(Cluster(nodes, gpus, placement), jobs, Rules(strict=strict), horizon)


@lru_cache(maxsize=4)
def _of_two_teams(
    policy: Policy,
    greedy: float,
    modest: float,
    gpus: int,
    guaranteed: int,
    checkpoint: bool,
    duration: float,
    horizon: float,
    seed: int,
) -> Record:
    import numpy as np

    generator = np.random.default_rng(seed)
    first = policy in {"priority", "preempt"}
    jobs = [
        *_jobs(generator, 0, 1, greedy * horizon / duration, duration, horizon),
        *_jobs(generator, 1, 1, modest * horizon / duration, duration, horizon, priority=int(first)),
    ]
    jobs.sort(key=lambda job: job.arrival)
    rules = Rules(
        quotas=(gpus - guaranteed, guaranteed) if policy in {"quota", "borrow", "reclaim"} else None,
        borrow=policy in {"borrow", "reclaim"},
        preempt=policy in {"preempt", "reclaim"},
        checkpoint=checkpoint,
    )
    return schedule(Cluster(1, gpus), jobs, rules, horizon)


def _jobs(
    generator: np.random.Generator,
    team: int,
    gpus: int,
    expected: float,
    duration: float,
    horizon: float,
    priority: int = 0,
) -> list[Job]:
    """About `expected` jobs at random times before `horizon`. Raises `EngineError` for too many."""
    if expected > _MOST_JOBS:
        raise EngineError(
            f"{number(expected)} jobs are {number(expected - _MOST_JOBS)} more than a run takes;"
            " shorten the horizon or lengthen the jobs"
        )
    count = generator.poisson(expected)
    arrivals = generator.uniform(0, horizon, count).tolist()
    durations = generator.exponential(duration, count).tolist()
    return [Job(team, gpus, *each, priority) for each in zip(arrivals, durations, strict=True)]


def _mean(waits: Sequence[float]) -> float:
    return fmean(waits) if waits else 0.0
