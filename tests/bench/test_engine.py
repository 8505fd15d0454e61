"""How long the engine takes: a grid of 10,000 points, its import, and the figures of the whole deck."""

import statistics
import subprocess
import sys
import time

import pytest

from drill.cards.card import Computed
from drill.cards.decks import builtin, load_decks
from drill.figures.arguments import experiment_named, read_arguments
from drill.figures.bind import recompute
from engine.sweep import sweep

pytestmark = pytest.mark.bench
POINTS = 10_000
DECODE = {"model": "llama-3-70b", "gpu": "h100-sxm", "gpus": 8, "context": 2048}
GRIDS = [
    ("decode.step", "batch", DECODE),
    ("prefill.time", "tokens", {key: DECODE[key] for key in ("model", "gpu", "gpus")}),
    ("kv.size", "tokens", {"model": "llama-3-70b"}),
    ("coldstart.cold", "keep_alive", {"rate": 1 / 600}),
    ("isolation.probes", "gap", {"noise": 0.03}),
    ("transfer.time", "tokens", {"model": "deepseek-v3", "bandwidth": 12.5e9}),
]
"""Closed forms as cards bind them; other tests cover what they say."""


def fastest(work, rounds: int = 5) -> float:
    """Milliseconds of the fastest round, as other work on the machine only ever adds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return min(times)


@pytest.mark.parametrize(("name", "axis", "fixed"), GRIDS, ids=[each[0] for each in GRIDS])
def test_a_grid_of_ten_thousand_points(name, axis, fixed):
    experiment = experiment_named(name)
    whole = experiment.parameters[axis].kind == "whole"
    values = [place if whole else place / POINTS for place in range(1, POINTS + 1)]
    taken = fastest(lambda: sweep(experiment, {axis: values}, **fixed))
    at_once = sweep(experiment, {axis: values}, **fixed).at_once
    sys.stdout.write(f"\n{name} over {axis}: {taken:.1f} ms, {'at once' if at_once else 'point by point'}\n")


def test_the_import_of_the_engine_beyond_numpy():
    def seconds(statement: str) -> float:
        program = f"import time, sys; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
        runs = [
            float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
            for _ in range(9)
        ]
        return statistics.median(runs)

    numpy, both = seconds("import numpy"), seconds("import numpy, engine, engine.sweep")
    alone = seconds("import engine")
    beyond = (both - numpy) * 1e3
    sys.stdout.write(
        f"\nimport engine {alone * 1e3:.1f} ms; beyond numpy's {numpy * 1e3:.0f} ms {beyond:.1f} ms\n"
    )


def test_the_figures_of_the_whole_deck():
    cards = load_decks([builtin()]).cards.values()
    slow: dict[str, float] = {}

    def check() -> None:
        for card in cards:
            recompute(card)

    total = fastest(check, rounds=3)
    for card in cards:
        for figure in card.figures.values():
            if isinstance(figure, Computed):
                experiment = experiment_named(figure.experiment)
                arguments = read_arguments(experiment, figure.arguments)
                began = time.perf_counter()
                experiment.run(**arguments)
                slow[f"{card.id} {figure.id}"] = (time.perf_counter() - began) * 1000
    slowest = sorted(slow, key=slow.__getitem__, reverse=True)[:5]
    told = ", ".join(f"{name} {slow[name]:.0f} ms" for name in slowest)
    sys.stdout.write(f"\n{len(slow)} computed figures: {total:.0f} ms; the slowest: {told}\n")
