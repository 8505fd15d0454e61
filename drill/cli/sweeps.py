"""How `drill lab` prints a grid: a table with a line of blocks for each curve, or a record for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from drill.figures.display import plain, scale
from drill.figures.grid import Grid
from drill.figures.telling import told
from drill.i18n import _, interface_language, ngettext

if TYPE_CHECKING:
    from engine.sweep import Reals, Sweep

_BLOCKS = "▁▂▃▄▅▆▇█"
_GAP = "·"
_ROWS = 12
_COLUMNS = 6
_WIDTH = 40


def as_record(name: str, written: Mapping[str, str], grids: Sequence[Grid], sweep: Sweep) -> dict[str, Any]:
    """A sweep as JSON has it: values nested in the order of the grids, null where there is no answer."""
    return {
        "experiment": name,
        "arguments": dict(written),
        "grid": {grid.name: list(grid.written or grid.values) for grid in grids},
        "values": _nested(sweep.values),
        "unit": sweep.unit,
        "verdict": "assumes" if sweep.assumptions else "exact",
        "formula": sweep.formula,
        "assumptions": sweep.assumptions,
        "refused": sweep.refused,
    }


def print_sweep(grids: Sequence[Grid], sweep: Sweep) -> None:
    """Print a dozen rows of a sweep at most, evenly chosen, and its shape; further grids are columns."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown, unit = scale(sweep.values.flat, sweep.unit)
    along, *others = grids
    values = sweep.values.reshape(len(along.values), -1) / shown
    columns = _chosen(values.shape[1], _COLUMNS)
    names = [", ".join(each) for each in product(*(grid.labels for grid in others))]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(Text(along.heading), justify="right")
    for column in columns:
        table.add_column(Text(names[column] or unit), justify="right")
    rows = along.written or [plain(number) for number in along.numbers]
    for row in _chosen(len(rows), _ROWS):
        cells = [_cell(float(values[row, column])) for column in columns]
        table.add_row(Text(rows[row]), *cells)
    Console().print(table)
    if len(rows) > 2:
        widest = max(len(name) for name in names)
        for column in columns:
            click.echo(f"{names[column]:{widest}} {_blocks(values[:, column])}".lstrip())
    click.echo(f"\n{sweep.formula}" + (f" ({unit})" if unit else ""))
    points = sweep.values.size
    missing = sum(not isfinite(value) for value in sweep.values.flat)
    click.echo(ngettext("{count} point", "{count} points", points).format(count=f"{points:,}"))
    if missing:
        click.echo(
            _("{count} without an answer: {reason}").format(count=f"{missing:,}", reason=sweep.refused)
        )
    click.echo(assumed(sweep.assumptions))


def assumed(assumptions: Sequence[str]) -> str:
    """What a value takes for granted, in a line."""
    if not assumptions:
        return _("Exact: nothing is assumed.")
    language = interface_language()
    listed = _("; ").join(told(each, language) for each in assumptions)
    return _("Assumes: {assumptions}").format(assumptions=listed)


def _chosen(count: int, most: int) -> list[int]:
    """Up to `most` places among `count`, the first and the last with them."""
    if count <= most:
        return [*range(count)]
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def _cell(value: float) -> str:
    return plain(value, 3) if isfinite(value) else "–"


def _blocks(values: Reals) -> str:
    """A curve as a line of blocks, from its lowest to its highest."""
    chosen = [float(values[place]) for place in _chosen(len(values), _WIDTH)]
    finite = [value for value in chosen if isfinite(value)]
    if not finite:
        return _GAP * len(chosen)
    low, high = min(finite), max(finite)
    step = (high - low) / (len(_BLOCKS) - 1) or 1
    return "".join(_BLOCKS[round((value - low) / step)] if isfinite(value) else _GAP for value in chosen)


def _nested(values: Reals) -> Any:  # noqa: ANN401 - lists of lists, as deep as there are grids
    if not values.ndim:
        return float(values) if isfinite(values) else None
    return [_nested(each) for each in values]
