"""Grids as they are written, and plots of the answers over them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from drill.errors import DrillError, UsageError
from drill.figures.arguments import experiment_named
from drill.figures.display import readable, scale
from drill.figures.grid import Grid, answer_grid, read_grid

STEP = experiment_named("decode.step")
COLD = experiment_named("coldstart.cold")


def test_a_range_is_a_hundred_values_or_as_many_as_are_asked_for():
    share = read_grid(STEP, "mfu=0.1..0.5")
    assert (len(share.values), share.values[0], share.values[-1]) == (100, 0.1, 0.5)
    assert read_grid(STEP, "mfu=0.1..0.5/5").values == pytest.approx((0.1, 0.2, 0.3, 0.4, 0.5))


def test_a_wide_range_is_spaced_by_ratio():
    batch = read_grid(STEP, "batch=1..1000/4")
    assert (batch.values, batch.by_ratio) == ((1, 10, 100, 1000), True)
    assert not read_grid(STEP, "context=8Ki..128Ki").by_ratio


def test_whole_numbers_stay_whole_and_appear_once():
    assert read_grid(STEP, "gpus=1..8").values == (1, 2, 3, 4, 5, 6, 7, 8)
    assert all(isinstance(value, int) for value in read_grid(STEP, "context=8Ki..128Ki/7").values)


def test_ends_have_units_and_the_number_of_points_is_told_from_a_unit():
    assert read_grid(COLD, "keep_alive=1min..1h/3").values == (60, 1830, 3600)
    assert read_grid(COLD, "rate=6/min..12/min").values[-1] == pytest.approx(0.2)
    assert read_grid(COLD, "rate=6/min..12/min/2").values == pytest.approx((0.1, 0.2))


def test_a_list_keeps_the_words_that_it_was_written_in():
    grid = read_grid(STEP, "gpu=h100|B200")
    assert (grid.values, grid.written, grid.labels) == (("h100", "B200"), ("h100", "B200"), ("h100", "B200"))
    assert read_grid(STEP, "context=8Ki|128Ki").values == (8192, 131072)


@pytest.mark.parametrize("text", ["batch=..", "batch=1..", "batch=a..b", "batch=1|x", "mfu=0.1..0.5/0.1"])
def test_what_is_no_grid_is_refused(text):
    with pytest.raises(UsageError):
        read_grid(STEP, text)


@pytest.mark.parametrize(
    ("values", "unit", "expected"),
    [
        ((1e9, 6e10), "B/s", (1e9, "GB/s")),
        ((60.0, 3600.0), "s", (60.0, "min")),
        ((0.0, 1e6), "s", (3600.0, "h")),
        ((0.002, 0.15), "s", (1e-3, "ms")),
        ((0.0, float("nan")), "s", (1.0, "s")),
        ((1, 8), "token", (1.0, "token")),
        ((0.1, 0.9), "1", (1.0, "")),
        (("fp16", "fp8"), "1", (1.0, "")),
    ],
)
def test_values_side_by_side_share_a_unit(values, unit, expected):
    assert scale(values, unit) == expected


def test_times_are_shown_in_the_unit_that_people_would_say():
    assert [readable(seconds, "s") for seconds in (0.0098, 113, 1830, 1_524_288)] == [
        "9.8 ms",
        "113 s",
        "30.5 min",
        "423.4 h",
    ]


# Plots


@pytest.fixture
def drawn(tmp_path: Path):
    """Draw grids of an experiment into a file, and give its path."""
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    from drill.figures.plot import plot

    def draw(name: str, grids: list[Grid], kind: str = "svg", **fixed: object) -> Path:
        experiment = experiment_named(name)
        path = tmp_path / f"plot.{kind}"
        written = {key: str(value) for key, value in fixed.items()}
        plot(answer_grid(experiment, grids, fixed), grids, experiment, written, path)
        return path

    return draw


def test_axes_carry_names_and_units(drawn):
    grid = read_grid(experiment_named("coldstart.load"), "bandwidth=1GB/s..55GB/s")
    text = drawn("coldstart.load", [grid], model="llama-3-70b").read_text(encoding="utf-8")
    assert "bandwidth (GB/s)" in text
    assert "coldstart.load (s)" in text
    assert "the path at full rate" in text


def test_each_value_of_a_short_second_grid_is_a_curve_with_its_name(drawn):
    grids = [read_grid(STEP, "batch=1..64/5"), read_grid(STEP, "gpu=h100-sxm|h200")]
    text = drawn("decode.step", grids, model="llama-3-8b", gpus=1, context=2048).read_text(encoding="utf-8")
    assert "h100-sxm" in text
    assert "h200" in text


def test_a_long_second_grid_is_a_map_and_holes_are_left_open(drawn):
    pool = experiment_named("kv.pool")
    grids = [read_grid(pool, "gpus=1..8"), read_grid(pool, "utilization=0.5..0.95/20")]
    path = drawn("kv.pool", grids, "png", model="llama-3-70b", gpu="h100-sxm")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_names_in_chinese_are_text_and_no_error(drawn):
    """With or without a font that has them, neither kind of file warns."""
    grid = Grid("gpu", "", ("h100-sxm", "h200"), ("昇腾", "H200"))
    for kind in ("svg", "png"):
        path = drawn("decode.ridge", [grid], kind)
        assert path.stat().st_size > 1000
    assert "昇腾" in drawn("decode.ridge", [grid]).read_text(encoding="utf-8")


def test_the_same_plot_is_the_same_file(drawn):
    grid = read_grid(STEP, "batch=1..64/5")
    arguments = {"model": "llama-3-8b", "gpu": "h200", "gpus": 1, "context": 2048}
    first = drawn("decode.step", [grid], **arguments).read_bytes()
    assert drawn("decode.step", [grid], **arguments).read_bytes() == first
    assert not re.search(rb"<dc:date>", first)


def test_matplotlib_is_imported_for_a_plot_only_and_named_where_it_is_missing(tmp_path, monkeypatch):
    program = "import drill.cli.lab, drill.figures.plot, sys; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    from drill.figures.plot import plot

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    grid = read_grid(STEP, "batch=1..64/5")
    sweep = answer_grid(STEP, [grid], {"model": "llama-3-8b", "gpu": "h200", "gpus": 1, "context": 2048})
    with pytest.raises(DrillError, match=r"pip install 'llm-drill\[plot\]'"):
        plot(sweep, [grid], STEP, {}, tmp_path / "plot.svg")


def test_what_cannot_be_drawn_is_refused_in_one_line(drawn, tmp_path):
    grids = [read_grid(STEP, f"{name}=1|2") for name in ("batch", "context", "gpus")]
    with pytest.raises(UsageError, match="two grids at most"):
        drawn("decode.step", grids, model="llama-3-8b", gpu="h200")
    with pytest.raises(UsageError, match=r"\.svg or \.png"):
        drawn("decode.step", grids[:1], "pdf", model="llama-3-8b", gpu="h200", gpus=1, context=1)
    (tmp_path / "plot.png").mkdir()
    with pytest.raises(DrillError, match="directory"):
        drawn("decode.step", grids[:1], "png", model="llama-3-8b", gpu="h200", gpus=1, context=1)
