"""`drill lab` and `drill figures` as a user runs them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drill.cli.figures import command as figures
from drill.cli.lab import command as lab
from drill.errors import UsageError

CARD = """---
id: weights
---
# How large?
## What
All weights take {said}[^size].

[^size]: weights.size model=llama-3-70b dtype=fp16
"""


def run(command, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)


@pytest.fixture
def own_deck(tmp_path: Path, drill_home: Path):
    """Write a deck of one card that says a value, and make it the only deck."""

    def write(said: str) -> None:
        folder = tmp_path / "own"
        folder.mkdir(exist_ok=True)
        (folder / "weights.md").write_text(CARD.format(said=said), encoding="utf-8")
        drill_home.mkdir(exist_ok=True)
        (drill_home / "settings.toml").write_text(
            f"builtin_deck = false\ndecks = [{json.dumps(str(folder))}]\n", encoding="utf-8"
        )

    return write


def test_an_experiment_prints_its_value_the_way_to_it_and_what_it_assumes():
    output = run(lab, "kv.size", "model=llama-3-70b", "tokens=128Ki").output
    assert "42.95 GB = 40 GiB" in output
    assert "2·80·8·128·2 = 327,680 B" in output
    assert "nothing is assumed" in output
    assert (
        "mfu 0.5" in run(lab, "prefill.time", "model=llama-3-8b", "gpu=h100", "gpus=1", "tokens=8Ki").output
    )


def test_json_has_the_value_in_its_base_unit():
    record = json.loads(run(lab, "kv.size", "model=llama-3-70b", "tokens=128Ki", "--json").output)
    assert (record["value"], record["unit"], record["verdict"]) == (40 * 2**30, "B", "exact")
    assert record["arguments"] == {"model": "llama-3-70b", "tokens": "128Ki"}


def test_the_list_names_every_experiment_and_what_it_takes():
    names = run(lab, "--list").output
    assert all(
        name in names for name in ("kv.size", "prefill.time", "speculation.speedup", "isolation.probes")
    )
    records = {each["experiment"]: each for each in json.loads(run(lab, "--list", "--json").output)}
    assert records["kv.size"]["parameters"]["users"] == {
        "unit": "1",
        "choices": [],
        "default": "1",
        "required": False,
    }
    assert len(records) > 80
    assert list(json.loads(run(lab, "kv.head", "--list", "--json").output)[0]) == [
        "experiment",
        "doc",
        "parameters",
    ]


def test_an_experiment_without_its_arguments_describes_itself():
    output = run(lab, "kv.pool").output
    assert "utilization=0.9" in output
    assert "h100-sxm" in output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("kv.size", "model=llama-3-70b", "tokens"), "not name=value"),
        (("kv.size", "tokens=1", "tokens=2"), "given twice"),
        (("kv.size", "model=lama-3-70b", "tokens=1"), "did you mean"),
        (("kv.size", "--json"), "model is missing"),
        (("nothing.here",), "unknown experiment"),
        (("nothing.here", "--list"), "no experiment"),
    ],
)
def test_a_wrong_call_is_a_usage_error(arguments, complaint):
    with pytest.raises(UsageError, match=complaint):
        run(lab, *arguments)


DECODE = ("decode.step", "model=llama-3-70b", "gpu=h100-sxm", "gpus=8", "context=2Ki")


def test_a_name_like_no_other_is_told_how_to_list_them_all():
    with pytest.raises(UsageError, match=r"drill lab kv\.size --list") as caught:
        run(lab, "kv.size", "model=xyz", "tokens=1")
    assert len(str(caught.value)) < 150
    assert "deepseek-v3" in run(lab, "kv.size", "--list").output


def test_a_grid_is_a_table_with_its_shape_and_what_is_assumed():
    output = run(lab, *DECODE, "--grid", "batch=1..256").output
    rows = [line.split() for line in output.splitlines()]
    assert ["256", "16.7"] in rows  # q07-c2, in ms
    assert "▁" in output
    assert "█" in output
    assert "65 points" in output  # of a hundred by ratio, the whole numbers
    assert "Assumes: mfu 0.5" in output


def test_a_second_grid_is_a_column_for_each_of_its_values():
    output = run(
        lab, *DECODE[:2], "gpus=8", "context=2Ki", "--grid", "batch=1|256", "--grid", "gpu=h100|h200"
    )
    header, _, last, *_ = output.output.splitlines()
    assert header.split() == ["batch", "h100", "h200"]
    assert last.split()[0] == "256"
    assert float(last.split()[1]) > float(last.split()[2])


def test_json_nests_the_values_in_the_order_of_the_grids():
    called = (*DECODE[:4], "--grid", "batch=1|64|256", "--grid", "context=1Ki..2Ki/2", "--json")
    record = json.loads(run(lab, *called).output)
    assert record["grid"] == {"batch": ["1", "64", "256"], "context": [1024, 2048]}
    assert [len(row) for row in record["values"]] == [2, 2, 2]
    assert record["values"][2][1] == pytest.approx(16.68e-3, rel=1e-3)
    assert record["unit"] == "s"


def test_a_point_without_an_answer_is_null_and_the_reason_is_told():
    called = ("kv.pool", "model=llama-3-70b", "gpu=h100-sxm", "--grid", "gpus=1..8/8")
    record = json.loads(run(lab, *called, "--json").output)
    assert record["values"][:2] == [None, None]
    assert record["values"][7] == pytest.approx(1_253_662, abs=1)
    assert "72.2 GB more" in record["refused"]
    output = run(lab, *called).output
    assert "2 without an answer" in output
    assert "·" in output


def test_a_plot_is_written_where_it_is_asked_for(tmp_path: Path):
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    path = tmp_path / "step.svg"
    done = run(lab, *DECODE, "--grid", "batch=1..1024", "--plot", str(path))
    text = path.read_text(encoding="utf-8")
    assert "decode.step (ms)" in text
    assert "batch" in text
    assert "model=llama-3-70b" in text
    assert "no communication" in text
    assert str(path) in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--grid", "batches=1..2"), "names are model, gpu, gpus, batch"),
        (("--grid", "batch"), "write NAME=A..B"),
        (("--grid", "batch=9..1"), "smaller end first"),
        (("--grid", "batch=1..9/1"), "two points at least"),
        (("--grid", "batch=1..9", "batch=4"), "batch is given twice"),
        (("--grid", "batch=1..9", "--grid", "batch=1|2"), "batch is given twice"),
        (("--grid", "batch=1..9000000/2000000"), "1,000,000 too many"),
        (("--grid", "mbu=0.1..0.9/2000", "--grid", "mfu=0.1..0.9/900"), "800,000 too many"),
        (("--grid", "dtype=fp16..fp8", "batch=1"), "a range needs numbers"),
        (("--grid", "batch=0|-1"), "must be at least 1"),
        (("batch=1", "--plot", "x.svg"), "a plot needs a grid"),
    ],
)
def test_a_wrong_grid_is_a_usage_error(arguments, complaint):
    with pytest.raises(UsageError, match=complaint):
        run(lab, *DECODE, *arguments)


def test_figures_that_hold_exit_0(own_deck):
    own_deck("141 GB")
    done = run(figures)
    assert done.return_value == 0
    assert "1 figure: all ok" in done.output
    (record,) = json.loads(run(figures, "weights", "--json").output)
    assert record["card"] == "weights"
    assert {"card", "figure", "kind", "said", "computed", "unit", "tolerance", "verdict", "ok"} < set(record)
    assert {"experiment", "assumptions"} < set(record)
    assert record["computed"] == pytest.approx(141.2)


def test_a_figure_that_is_off_exits_1_and_is_shown(own_deck):
    own_deck("131 GB")
    done = run(figures, "--check")
    assert done.return_value == 1
    assert "131 GB" in done.output
    assert "141.2 GB" in done.output
    assert "off" in done.output
    assert run(figures, "--json").return_value == 1


def test_an_unknown_card_is_a_usage_error(own_deck):
    own_deck("141 GB")
    with pytest.raises(UsageError, match="no card 'wights'"):
        run(figures, "wights")
