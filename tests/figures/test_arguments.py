"""Arguments as a person writes them reach the engine in base units, or are refused by name."""

import pytest

from drill.errors import UsageError
from drill.figures.arguments import answer, experiment_named, read_arguments


def read(experiment: str, **written: str) -> dict[str, object]:
    return read_arguments(experiment_named(experiment), written)


@pytest.mark.parametrize(
    ("experiment", "name", "text", "value"),
    [
        ("kv.size", "tokens", "128Ki", 131_072),
        ("kv.size", "tokens", "131,072", 131_072),
        ("transfer.time", "bandwidth", "55GB/s", 55e9),
        ("transfer.time", "bandwidth", "100Gbit/s", 12.5e9),
        ("decode.max_batch", "limit", "20ms", 0.020),
        ("coldstart.cold", "keep_alive", "5min", 300),
        ("coldstart.cold", "rate", "0.1/min", 0.1 / 60),
        ("kv.startable", "memory", "80GB", 80e9),
        ("kv.startable", "memory", "80GiB", 80 * 2**30),
        ("kv.pool", "utilization", "0.9", 0.9),
        ("kv.pool", "utilization", "90%", 0.9),
        ("kv.concurrency", "pool", "1.25 million", 1.25e6),
        ("speculation.acceptance", "target", "0.5,0.3,0.2", (0.5, 0.3, 0.2)),
        ("kv.blocks", "sharing", "false", False),
    ],
)
def test_a_written_argument_is_read_in_the_base_unit(experiment, name, text, value):
    assert read(experiment, **{name: text})[name] == pytest.approx(value)


def test_a_link_may_be_given_by_name():
    written = {"model": "llama-3-70b", "tokens": "128Ki"}
    experiment = experiment_named("transfer.time")
    by_name = answer(experiment, read_arguments(experiment, {**written, "bandwidth": "100g"}))
    by_number = answer(experiment, read_arguments(experiment, {**written, "bandwidth": "12.5GB/s"}))
    assert by_name == by_number


@pytest.mark.parametrize(
    ("experiment", "name", "text", "complaint"),
    [
        ("kv.size", "tokens", "128K", "128000 or 131072"),
        ("kv.size", "tokens", "many", "write a number such as 128Ki"),
        ("kv.size", "tokens", "20ms", "not a measure of the same thing"),
        ("transfer.time", "bandwidth", "fast", "or one of nvme, pcie4"),
        ("decode.max_batch", "limit", "10–20 ms", "write a number"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(experiment, name, text, complaint):
    with pytest.raises(UsageError, match=f"^{name}={text}: .*{complaint}"):
        read(experiment, **{name: text})


def test_an_unknown_experiment_is_a_usage_error_with_the_near_ones():
    with pytest.raises(UsageError, match=r"did you mean kv\.size"):
        experiment_named("kv.sizes")


def test_the_engines_refusal_reaches_the_user_with_the_experiment():
    experiment = experiment_named("kv.size")
    with pytest.raises(UsageError, match=r"kv\.size: unknown argument 'user'; did you mean users"):
        answer(experiment, read_arguments(experiment, {"model": "llama-3-8b", "tokens": "1", "user": "2"}))
