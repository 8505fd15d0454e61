"""Memory that models share, and GPUs that jobs wait for, against closed forms and the fact sheet's runs."""

from itertools import pairwise, permutations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import EngineError
from engine.allocators import Buddy, FirstFit, Paged, Tenancy, churn
from engine.cluster import Cluster
from engine.queueing import chance_of_waiting, losses, mean_wait, overloaded_wait
from engine.scheduling import Job, Rules, schedule

SLOT = 360.0
"""The sheet's jobs take ten slots on average, ours an hour."""


FIRST_FIT, PAGED = {"allocator": "first-fit"}, {"allocator": "paged"}
CHURN = [
    # fact, experiment, arguments, expected, absolute tolerance
    ("q08-c2", "sharing.churn", {**FIRST_FIT, "measure": "rejected"}, 0.323, 0.015),
    ("q08-c2", "sharing.churn", {**FIRST_FIT, "measure": "fragmented"}, 0.106, 0.015),
    ("q08-c2", "sharing.churn", {**FIRST_FIT, "measure": "utilization"}, 0.514, 0.015),
    ("q08-c2", "sharing.churn", {**PAGED, "measure": "rejected"}, 0.285, 0.015),
    ("q08-c2", "sharing.churn", {**PAGED, "measure": "fragmented"}, 0, 0),
    ("q08-c2", "sharing.churn", {**PAGED, "measure": "utilization"}, 0.565, 0.015),
]
FACTS = [
    # fact, experiment, arguments, expected, relative tolerance
    *CHURN,
    ("q08-c2", "sharing.blocking", {}, 0.285, 0.05),
    ("q08-c2", "sharing.blocking", {"measure": "utilization"}, 0.565, 0.025),
    ("q08-c4", "scheduling.placement", {"placement": "pack"}, 0.969, 0.05),
    ("q08-c4", "scheduling.placement", {"placement": "spread"}, 0.941, 0.05),
    ("q08-c4", "scheduling.placement", {"placement": "pack", "load": 1.077}, 0.999, 0.05),
    ("q08-c4", "scheduling.placement", {"placement": "spread", "load": 1.077}, 0.875, 0.05),
    ("q08-c5", "scheduling.teams", {"policy": "fifo"}, 4400 * SLOT, 0.2),
    ("q08-c5", "scheduling.teams", {"policy": "borrow"}, 2.1 * SLOT, 0.2),
    ("q08-c5", "scheduling.teams", {"policy": "borrow", "measure": "p95"}, 8 * SLOT, 0.2),
    ("q08-c5, reviewed", "scheduling.teams", {"policy": "priority"}, 1.76 * SLOT, 0.2),
    (
        "two jobs each half of 8",
        "scheduling.deadlock",
        {"jobs": 2, "workers": 8, "gpus": 8},
        1 - 2 / 12870,
        1e-9,
    ),
    ("Erlang C, 2 on 4", "queue.wait", {"rate": 0.2, "service": 10, "servers": 4}, 4 / 23 * 10 / 2, 1e-9),
    ("half of (ρ − 1)/ρ", "queue.overloaded", {"load": 2, "horizon": 100}, 25, 1e-9),
]


def value(name: str, **arguments: object) -> float:
    return engine.run(name, **arguments).value


# Memory of one GPU


def test_a_hole_is_of_no_use_to_a_larger_model_only_where_memory_must_be_contiguous():
    """q08-c1: of 80 GB, A held 40 and B 20; after A has gone 60 are free, and C wants 50."""
    contiguous, paged = FirstFit(80), Paged(80, 2**-9)
    for memory in (contiguous, paged):
        a = memory.allocate(40)
        memory.allocate(20)
        memory.release(a)
        assert memory.free == 60
    assert contiguous.allocate(50) is None
    assert paged.allocate(50) is not None
    assert contiguous.allocate(40) == (0, 40)


def test_first_fit_takes_the_lowest_hole():
    memory = FirstFit(10)
    places = [memory.allocate(2) for _ in range(5)]
    for each in (places[1], places[3], places[4]):
        memory.release(each)
    assert memory.allocate(1) == (2, 1)
    assert memory.allocate(3) == (6, 3)


def test_buddies_split_in_halves_and_merge_again():
    """Sixteen units: 3 take a range of 4; the twins of what is left merge back into 16."""
    memory = Buddy(16, 1)
    three, five = memory.allocate(3), memory.allocate(5)
    assert (three, five) == ((0, 4), (8, 8))
    assert memory.free == 4
    assert memory.allocate(5) is None
    memory.release(three)
    assert memory.allocate(8) == (0, 8)
    memory.release((0, 8))
    memory.release(five)
    assert memory.allocate(16) == (0, 16)


@given(
    st.lists(st.tuples(st.integers(1, 40), st.booleans()), max_size=60), st.sampled_from([FirstFit, Buddy])
)
def test_ranges_never_overlap_and_come_back_whole(steps, kind):
    memory = FirstFit(80) if kind is FirstFit else Buddy(80, 1)
    held = []
    for size, leave in steps:
        if leave and held:
            memory.release(held.pop(size % len(held)))
        elif place := memory.allocate(size):
            assert place[1] >= size
            assert place[0] + place[1] <= 80
            held.append(place)
        assert memory.free == 80 - sum(size for _, size in held)
        ends = [(start, start + size) for start, size in sorted(held)]
        assert all(end <= start for (_, end), (start, _) in pairwise(ends))
    for each in held:
        memory.release(each)
    assert memory.allocate(64) == (0, 64)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("fact", "name", "arguments", "expected", "tolerance"), CHURN)
def test_the_churn_of_the_fact_sheet(fact, name, arguments, expected, tolerance, seed):
    """Within its 1.5 points; the sheet gives memory and range of sizes, not the arrivals."""
    assert value(name, **arguments, seed=seed) == pytest.approx(expected, abs=tolerance)


def test_buddies_lose_inside_as_well():
    assert value("sharing.churn", allocator="buddy") > value("sharing.churn", allocator="first-fit") + 0.02


@pytest.mark.parametrize("measure", ["rejected", "utilization"])
def test_a_paged_gpu_loses_what_the_closed_form_says(measure):
    seen = value("sharing.churn", allocator="paged", measure=measure, requests=50_000)
    assert seen == pytest.approx(value("sharing.blocking", measure=measure), abs=0.005)


def test_the_loss_of_requests_of_one_unit_is_erlangs():
    """Erlang B for 2 erlangs on 4 servers: (2⁴/4!)/(1 + 2 + 2 + 4/3 + 2/3) = 2/21."""
    found = losses([2.0], [1], 4)
    assert found.rejected == pytest.approx(2 / 21)
    assert found.utilization == pytest.approx(2 * (1 - 2 / 21) / 4)


def test_a_size_in_two_classes_is_one_class():
    assert losses([1.0, 2.0], [3, 3], 10) == losses([3.0], [3], 10)


def test_nothing_is_rejected_while_all_fits():
    tenancies = [Tenancy(float(start), 40, 0.5) for start in range(4)]
    seen = churn(FirstFit(80), tenancies)
    assert (seen.rejected, seen.fragmented) == (0, 0)
    assert seen.utilization == pytest.approx(3 * 40 * 0.5 / (80 * 3))


# Jobs on nodes


def test_packing_takes_the_fullest_node_that_has_room_and_spreading_the_emptiest():
    packed, spread = Cluster(3, 8, "pack"), Cluster(3, 8, "spread")
    assert len({packed.place(1) for _ in range(8)}) == 1
    assert len({spread.place(1) for _ in range(3)}) == 3
    assert packed.place(8) is not None
    assert spread.place(8) is None
    assert spread.free == 21


@pytest.mark.parametrize(
    ("fact", "name", "arguments", "expected", "tolerance"), [each for each in FACTS if each not in CHURN]
)
def test_the_cluster_and_the_teams_of_the_fact_sheet(fact, name, arguments, expected, tolerance):
    """50 nodes of 8: what the sheet calls a load of 0.9 keeps 0.969 of them busy. 20,000 slots for teams."""
    assert value(name, **arguments) == pytest.approx(expected, rel=tolerance)


def test_spreading_starves_the_gangs_and_their_backlog_grows_with_the_horizon():
    """q08-c4: a gang waits 8.9 slots packed and 388 spread, with a backlog that grows (520)."""

    def gangs(placement: str, measure: str, hours: float) -> float:
        arguments = {"placement": placement, "measure": measure, "horizon": hours * 3600}
        return value("scheduling.placement", **arguments)

    assert gangs("spread", "gang_wait", 200) > 8 * gangs("pack", "gang_wait", 200)
    assert gangs("spread", "backlog", 300) > 1.5 * gangs("spread", "backlog", 150)
    assert gangs("spread", "backlog", 200) > 400
    assert gangs("pack", "backlog", 300) < 60
    assert gangs("spread", "small_wait", 200) < 60


def test_keeping_the_order_makes_small_jobs_wait_behind_a_gang():
    jobs = [Job(0, 1, 0.0, 10.0), Job(0, 2, 1.0, 5.0), Job(0, 1, 2.0, 1.0)]
    passing = schedule(Cluster(1, 2), jobs, Rules(), 100.0)
    keeping = schedule(Cluster(1, 2), jobs, Rules(strict=True), 100.0)
    assert [(job.gpus, wait) for job, wait in passing.jobs] == [(1, 0), (1, 0), (2, 9)]
    assert [(job.gpus, wait) for job, wait in keeping.jobs] == [(1, 0), (2, 9), (1, 13)]


@pytest.mark.parametrize(("jobs", "workers", "gpus"), [(2, 2, 2), (2, 2, 3), (3, 2, 3), (2, 3, 4), (2, 3, 6)])
def test_the_chance_of_a_deadlock_counted_order_by_order(jobs, workers, gpus):
    orders = list(permutations([job for job in range(jobs) for _ in range(workers)]))
    stuck = [order for order in orders if all(order[:gpus].count(job) < workers for job in range(jobs))]
    assert value("scheduling.deadlock", jobs=jobs, workers=workers, gpus=gpus) == pytest.approx(
        len(stuck) / len(orders)
    )


# Teams


def test_waiting_for_one_of_several_servers_is_erlangs():
    """Erlang C for 2 erlangs on 4 servers: 4/23. For one server it is the load (M/M/1)."""
    assert chance_of_waiting(2, 4) == pytest.approx(4 / 23)
    assert chance_of_waiting(0.9, 1) == pytest.approx(0.9)
    assert mean_wait(0.9, 1, 1.0) == pytest.approx(9)
    with pytest.raises(EngineError, match="load of 1"):
        mean_wait(4, 4, 1.0)
    with pytest.raises(EngineError, match="more than 1"):
        overloaded_wait(1.0, 100)


def test_without_a_quota_the_wait_grows_with_the_horizon():
    for hours in (1000, 2000):
        wait = value("scheduling.teams", policy="fifo", horizon=hours * 3600.0)
        assert wait == pytest.approx(overloaded_wait(14 / 8, hours * 3600.0), rel=0.1)


def test_who_goes_first_on_busy_servers_waits_for_releases_as_for_one_server():
    """Eight busy servers release 0.8 a slot, and 0.2 modest jobs a slot come: 1/(0.8 − 0.2)."""
    wait = fmean(value("scheduling.teams", policy="priority", seed=seed) for seed in range(3))
    assert wait / SLOT == pytest.approx(1 / (0.8 - 0.2), rel=0.05)


@pytest.mark.parametrize("policy", ["quota", "reclaim"])
def test_a_quota_that_nobody_else_can_hold_is_a_cluster_of_ones_own(policy):
    wait = fmean(value("scheduling.teams", policy=policy, seed=seed) for seed in range(3))
    assert wait / SLOT == pytest.approx(mean_wait(2, 4, 10), rel=0.1)


def test_a_hard_quota_lets_gpus_idle_and_lending_does_not():
    """Half of the modest team's four GPUs: (4 + 2)/8."""
    assert value("scheduling.teams", policy="quota", measure="utilization") == pytest.approx(0.75, abs=0.01)
    for policy in ("borrow", "reclaim"):
        assert value("scheduling.teams", policy=policy, measure="utilization") > 0.999


def test_stopped_jobs_without_a_checkpoint_do_work_again():
    arguments = {"policy": "reclaim", "horizon": 500 * 3600.0}
    assert value("scheduling.teams", **arguments, measure="lost") == 0
    assert 0.01 < value("scheduling.teams", **arguments, measure="lost", checkpoint=False) < 0.1


def test_what_was_lent_is_taken_back_from_the_last_one_served():
    jobs = [Job(0, 1, 0.0, 10.0), Job(0, 1, 1.0, 10.0), Job(1, 1, 2.0, 1.0)]
    seen = schedule(Cluster(1, 2), jobs, Rules(quotas=(1, 1), borrow=True, preempt=True), 50.0)
    assert [wait for _, wait in seen.jobs] == [0, 0, 0]
    assert seen.preempted == 1
    assert seen.used == 21
    restarted = Rules(quotas=(1, 1), borrow=True, preempt=True, checkpoint=False)
    again = schedule(Cluster(1, 2), jobs, restarted, 50.0)
    assert (again.used, again.lost) == (22, 1)


def test_nobody_is_stopped_for_a_team_beyond_its_quota():
    jobs = [Job(0, 1, 0.0, 10.0), Job(1, 1, 0.0, 10.0), Job(1, 1, 1.0, 10.0)]
    seen = schedule(Cluster(1, 2), jobs, Rules(quotas=(1, 1), borrow=True, preempt=True), 50.0)
    assert seen.preempted == 0
    assert [wait for _, wait in seen.jobs] == [0, 0, 9]


@given(
    st.lists(
        st.builds(
            Job,
            team=st.integers(0, 1),
            gpus=st.integers(1, 4),
            arrival=st.floats(0, 20),
            duration=st.floats(0.1, 10),
            priority=st.integers(0, 2),
        ),
        max_size=25,
    ),
    st.builds(
        Rules,
        quotas=st.sampled_from([None, (4, 4), (8, 0)]),
        borrow=st.booleans(),
        preempt=st.booleans(),
        strict=st.booleans(),
        checkpoint=st.booleans(),
    ),
    st.sampled_from(["pack", "spread"]),
)
def test_every_job_starts_or_waits_and_no_gpu_works_twice(jobs, rules, placement):
    jobs = sorted(jobs, key=lambda job: job.arrival)
    seen = schedule(Cluster(2, 4, placement), jobs, rules, 25.0)
    assert len(seen.jobs) + len(seen.waiting) == len(jobs)
    assert all(wait >= 0 for wait in seen.waits())
    assert 0 <= seen.lost <= seen.used <= 2 * 4 * 25.0 + 1e-9
    if not seen.preempted:
        assert seen.used <= sum(job.gpus * job.duration for job in jobs) + 1e-9


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("scheduling.teams", {"policy": "quota", "guaranteed": 9}, "exceeds the 8 GPUs by 1"),
        ("scheduling.placement", {"placement": "pack", "horizon": 1e9}, "more than a run takes"),
        ("sharing.churn", {"allocator": "paged", "memory": 32}, "a model exceeds the memory by 8"),
        ("sharing.churn", {"allocator": "paged", "unit": 81}, "unit exceeds the memory by 1"),
        ("sharing.churn", {"allocator": "paged", "requests": 10**9}, "requests must be at most"),
        ("sharing.blocking", {"sizes": (1.5, 2)}, "whole numbers"),
        ("queue.wait", {"rate": 2, "service": 1, "servers": 1}, "grows without bound"),
        ("queue.overloaded", {"load": 0.5, "horizon": 1}, "more than 1, not 0.5"),
        ("sharing.stranded", {"nodes": 2, "gpus": 8, "busy_nodes": 3}, "exceeds the 2 nodes by 1"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(name, arguments, complaint):
    with pytest.raises(EngineError, match=complaint) as refusal:
        engine.run(name, **arguments)
    assert "\n" not in str(refusal.value)
