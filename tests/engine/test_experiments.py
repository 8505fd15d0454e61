"""The registry as its users meet it: what can be asked, what is refused and in which words."""

import doctest
import math
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import EngineError
from engine.experiments.registry import TOPICS


def refusal(name: str, **arguments: object) -> str:
    with pytest.raises(EngineError) as error:
        engine.run(name, **arguments)
    return str(error.value)


def test_an_unknown_name_is_answered_with_the_names_that_are_near():
    assert "kv.size" in refusal("kv.sise")
    assert "prefill.time" in refusal("prefil.time")
    assert "llama-3-70b" in refusal("kv.size", model="lama-3-70b", tokens=1)
    assert "did you mean tokens" in refusal("kv.size", model="llama-3-70b", token=1)
    assert "h100-sxm" in refusal("decode.ridge", gpu="h100-smx")
    assert "takes a name" in refusal("kv.per_token", model=70)


def test_names_are_found_in_any_case_and_by_their_usual_short_form():
    assert engine.run("kv.per_token", model="Llama-3-70B", kv_dtype="FP8").value == 163_840
    assert engine.run("decode.ridge", gpu="H100") == engine.run("decode.ridge", gpu="h100-sxm")
    assert engine.run("kv.per_token", model="deepseek-r1") == engine.run("kv.per_token", model="deepseek-v3")


def test_what_is_missing_is_named():
    assert refusal("kv.size", model="llama-3-70b") == "tokens is missing"


@pytest.mark.parametrize("tokens", [math.nan, math.inf, -5, 0, 1.5, "many", True, None])
def test_no_length_that_makes_no_sense_gets_an_answer(tokens: object):
    assert "tokens" in refusal("kv.size", model="llama-3-70b", tokens=tokens)


def test_a_refusal_says_by_how_much_it_does_not_fit():
    assert "6 more than given" in refusal("kv.size", model="llama-3-70b", tokens=-5)
    assert "72.2 GB more than the 72 GB" in refusal("kv.pool", model="llama-3-70b", gpu="h100", gpus=1)
    assert "1,001 fewer" in refusal("prefill.flops", model="llama-3-8b", tokens=1000, cached=2000)
    assert "0.1 more" in refusal(
        "tiers.mean", model="llama-3-8b", gpu="h100", gpus=1, tokens=1000, l0=0.3, l1=0.3, l2=0.2, miss=0.1
    )
    assert "4 too many" in refusal("experts.slots", experts=256, redundant=4, gpus=32)


def test_numbers_beyond_reckoning_are_refused():
    assert "cannot be worked out" in refusal("isolation.guesses", choices=1e300, length=64)


def test_a_whole_number_may_come_as_a_float():
    assert engine.run("kv.size", model="llama-3-70b", tokens=131072.0).value == 40 * 2**30


def test_every_experiment_documents_itself():
    for name, experiment in engine.experiments().items():
        assert experiment.doc, name
        for parameter in experiment.parameters.values():
            assert parameter.unit or parameter.choices, f"{name} {parameter.name}"


def test_every_file_of_experiments_is_listed():
    folder = Path(engine.__file__).parent / "experiments"
    machinery = {"__init__", "outcome", "parameters", "registry"}
    assert {path.stem for path in folder.glob("*.py")} - machinery == set(TOPICS)
    assert {name.partition(".")[0] for name in engine.experiments()} == set(TOPICS)


def test_a_value_is_exact_where_nothing_is_assumed_and_says_what_is_assumed_elsewhere():
    assert engine.run("kv.size", model="llama-3-70b", tokens=8192).exact
    time = engine.run("prefill.time", model="llama-3-8b", gpu="h100-sxm", gpus=1, tokens=8192)
    assert not time.exact
    assert {"mfu 0.5", "mbu 0.7", "no communication, launch or sampling time"} <= set(time.assumptions)


def test_a_deployment_that_would_not_fit_is_called_hypothetical():
    """q04-c6: 83 s on one H100 is hypothetical, as 141 GB of weights do not fit 80 GB."""
    alone = engine.run("prefill.time", model="llama-3-70b", gpu="h100-sxm", gpus=1, tokens=131072)
    assert alone.value == pytest.approx(83, rel=0.01)
    assert any(each.startswith("hypothetical") for each in alone.assumptions)
    eight = engine.run("prefill.time", model="llama-3-70b", gpu="h100-sxm", gpus=8, tokens=131072)
    assert not any(each.startswith("hypothetical") for each in eight.assumptions)


def test_the_working_ends_in_the_value():
    outcome = engine.run("kv.size", model="llama-3-70b", tokens=131072)
    assert outcome.working == (
        "KV per token = 2·80·8·128·2 = 327,680 B",
        "KV = 1·131,072·327,680 B = 42,949,672,960 B",
    )


def test_seeded_runs_repeat():
    assert engine.run("paging.sampled", seed=3) == engine.run("paging.sampled", seed=3)
    assert engine.run("paging.sampled", seed=3) != engine.run("paging.sampled", seed=4)


def test_a_closed_form_is_answered_without_numpy():
    question = "import engine, sys; engine.run('kv.size', model='llama-3-8b', tokens=1)"
    program = f"{question}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_readme_shows_what_happens():
    readme = Path(engine.__file__).parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert (result.attempted, result.failed) == (4, 0)
