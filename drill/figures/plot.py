"""Plots of an experiment's answers over a grid, as files.

matplotlib draws them, an extra (`llm-drill[plot]`): it writes SVG and PNG by itself, without a browser, and
falls back from font to font, so that names in Chinese are shown wherever a font has them. It is imported here
only, when a plot is asked for.
"""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drill.errors import DrillError, UsageError
from drill.figures.display import plain, scale
from drill.figures.grid import Grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from engine import Experiment
    from engine.sweep import Reals, Sweep

_KINDS = (".svg", ".png")
_MOST_CURVES = 8
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8a5a00", "#000000")
"""Okabe and Ito's, told apart by the colour-blind too."""
_FONTS = (
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
)
_SPANS = (1e3, 1e12)
"""How many times the smallest value the largest is on a logarithmic scale; chances near nothing span more."""


def plot(
    sweep: Sweep, grids: Sequence[Grid], experiment: Experiment, fixed: Mapping[str, str], path: Path
) -> None:
    """Draw the answers into an SVG or PNG file; the first range runs along the horizontal axis.

    A second grid gives a curve for each of up to eight values, else a map in colours. Raises `UsageError`
    for another kind of file or more grids, `DrillError` where matplotlib is missing or the file is refused.
    """
    if path.suffix.lower() not in _KINDS:
        raise UsageError(f"{path}: a plot is written as {' or '.join(_KINDS)}")
    if len(grids) > 2:
        raise UsageError(f"a plot shows two grids at most, not {len(grids)}")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise DrillError("plots need matplotlib: pip install 'llm-drill[plot]'") from error
    with rc_context(_style()), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Figure(figsize=(8, 5), layout="constrained")
        _draw(figure, sweep, grids, experiment, fixed)
        try:
            figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
        except OSError as error:
            raise DrillError(f"{path}: {error.strerror}") from error


def _style() -> Any:  # noqa: ANN401 - a mapping whose key type changes with matplotlib's version
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return {
        "font.family": [font for font in _FONTS if font in installed] or ["sans-serif"],
        "text.parse_math": False,
        "svg.fonttype": "none",
        "svg.hashsalt": "drill",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#e4e4e4",
        "axes.axisbelow": True,
    }


def _draw(
    figure: Figure, sweep: Sweep, grids: Sequence[Grid], experiment: Experiment, fixed: Mapping[str, str]
) -> None:
    axes = figure.add_subplot()
    across = next((place for place, grid in enumerate(grids) if not grid.written), 0)
    along, *others = [grids[across], *(grid for grid in grids if grid is not grids[across])]
    shown, unit = scale(sweep.values.flat, sweep.unit)
    values = sweep.values.swapaxes(0, across) / shown
    label = f"{experiment.name} ({unit})" if unit else experiment.name
    if others and len(others[0].values) > _MOST_CURVES:
        _map(figure, axes, along, others[0], values, label)
    else:
        _curves(axes, along, others, values, label)
    given = "  ".join(f"{name}={value}" for name, value in fixed.items())
    above = [experiment.doc.partition("\n")[0].replace("`", ""), sweep.formula, given]
    axes.set_title(_wrapped(above, 100), fontsize=9, loc="left")
    below = _wrapped(["; ".join(sweep.assumptions)], 120)
    figure.supxlabel(below, fontsize=7, color="#606060", x=0.01, ha="left")


def _curves(axes: Axes, along: Grid, others: Sequence[Grid], values: Reals, label: str) -> None:
    places = _place(axes, "x", along)
    names = others[0].labels if others else [""]
    for place, name in enumerate(names):
        heights = values[:, place] if others else values
        axes.plot(
            places,
            heights,
            color=_COLOURS[place],
            marker="o" if len(places) <= 20 else None,
            markersize=4,
            label=name,
        )
    if others:
        axes.legend(title=others[0].name, frameon=False)
    finite = values[values == values]
    axes.set_ylabel(label)
    if _wide(values):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(_ticks)
    elif finite.min() >= 0:
        axes.set_ylim(bottom=0)


def _map(figure: Figure, axes: Axes, along: Grid, up: Grid, values: Reals, label: str) -> None:
    from matplotlib.colors import LogNorm

    across, heights = _place(axes, "x", along), _place(axes, "y", up)
    wide = _wide(values)
    norm = LogNorm() if wide else None
    mesh = axes.pcolormesh(across, heights, values.T, cmap="viridis", norm=norm, shading="nearest")
    axes.grid(visible=False)
    figure.colorbar(mesh, ax=axes, label=label, format=_ticks if wide else None)


def _place(axes: Axes, letter: str, grid: Grid) -> list[float]:
    """Label the axis `letter` for a grid; returns where its points lie on it."""
    axes.set(**{f"{letter}label": grid.heading})
    if grid.by_ratio:
        axes.set(**{f"{letter}scale": "log"})
        getattr(axes, f"{letter}axis").set_major_formatter(_ticks)
    if grid.written:
        axes.set(**{f"{letter}ticks": grid.numbers, f"{letter}ticklabels": grid.written})
    return grid.numbers


def _wide(values: Reals) -> bool:
    finite = values[values == values]
    return bool(finite.min() > 0 and _SPANS[0] < finite.max() / finite.min() < _SPANS[1])


def _ticks(value: float, _place: object = None) -> str:
    return plain(value)


def _wrapped(lines: Sequence[str], width: int) -> str:
    return "\n".join(part for line in lines for part in textwrap.wrap(line, width))
