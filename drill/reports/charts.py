"""The charts of a report as SVG to be set inside a page, drawn by matplotlib (the extra `plot`).

Colours are variables of the page's style sheet, so that one picture serves light, dark and print: matplotlib
draws with stand-ins, and each is replaced by its variable. Words stay on the page, where they wrap and are
found; a picture holds numbers and days alone, in the page's own font.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from drill.cards.card import Dimension
from drill.recall.memory import RATINGS
from drill.reports.progress import Progress
from drill.reports.weeks import Week

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_VARIABLES = (
    *("ink", "line"),
    *(dimension.value for dimension in Dimension),
    *RATINGS,
    "accent",
)
_COLOURS = {name: f"#0000{number:02x}" for number, name in enumerate(_VARIABLES, start=1)}
_MARKERS = dict(zip(Dimension, "os^D", strict=True))
"""What tells the lines apart without colour."""
_SIZE = (4.6, 2.2)
"""In inches of 72 points; near the size at which a page shows it, so that its numbers stay readable."""
_STYLE: Any = {  # the type of its keys changes with matplotlib's version
    "svg.fonttype": "none",
    "svg.hashsalt": "drill",
    "font.size": 9,
    "text.parse_math": False,
    "text.color": _COLOURS["ink"],
    "axes.edgecolor": _COLOURS["line"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": _COLOURS["line"],
    "grid.linewidth": 0.6,
    "xtick.color": _COLOURS["line"],
    "xtick.labelcolor": _COLOURS["ink"],
    "ytick.color": _COLOURS["line"],
    "ytick.labelcolor": _COLOURS["ink"],
    "ytick.major.size": 0,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
}
_TICKS = 6


def charts(progress: Progress) -> Mapping[str, str]:
    """An SVG element by the name of its chart: `scores`, `retention`, `reviews` and `forecast`.

    Raises ImportError where matplotlib is not installed.
    """
    weeks = progress.weeks
    drawn: Mapping[str, Callable[[Axes], None]] = {
        "scores": partial(_scores, weeks=weeks),
        "retention": partial(_retention, weeks=weeks, target=progress.target),
        "reviews": partial(_reviews, weeks=weeks),
        "forecast": partial(_forecast, due=progress.forecast),
    }
    return {name: _svg(name, draw) for name, draw in drawn.items()}


def _scores(axes: Axes, weeks: Sequence[Week]) -> None:
    for dimension in Dimension:
        places = [place for place, week in enumerate(weeks) if dimension in week.dimensions]
        heights = [weeks[place].dimensions[dimension] for place in places]
        axes.plot(places, heights, color=_COLOURS[dimension.value], marker=_MARKERS[dimension])
    _shares(axes)
    _days(axes, [week.monday for week in weeks])


def _retention(axes: Axes, weeks: Sequence[Week], target: float) -> None:
    places = [place for place, week in enumerate(weeks) if week.in_turn]
    axes.axhline(target, color=_COLOURS["ink"], linestyle=(0, (4, 3)), linewidth=1)
    axes.plot(
        places,
        [weeks[place].remembered / weeks[place].in_turn for place in places],
        color=_COLOURS["accent"],
        marker="o",
    )
    _shares(axes)
    _days(axes, [week.monday for week in weeks])


def _reviews(axes: Axes, weeks: Sequence[Week]) -> None:
    below = [0] * len(weeks)
    for rating in RATINGS:
        counts = [week.ratings[rating] for week in weeks]
        axes.bar(range(len(weeks)), counts, bottom=below, color=_COLOURS[rating], width=0.72)
        below = [low + count for low, count in zip(below, counts, strict=True)]
    _counts(axes)
    _days(axes, [week.monday for week in weeks])


def _forecast(axes: Axes, due: Mapping[date, int]) -> None:
    axes.bar(range(len(due)), list(due.values()), color=_COLOURS["accent"], width=0.72)
    _counts(axes)
    _days(axes, list(due))


def _shares(axes: Axes) -> None:
    axes.set_ylim(0, 1.04)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(lambda share, _place: f"{share:.0%}")


def _counts(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.set_ylim(bottom=0, top=max(4, axes.get_ylim()[1]))


def _days(axes: Axes, days: Sequence[date]) -> None:
    step = -(-len(days) // _TICKS)
    places = range(0, len(days), step)
    axes.set_xlim(-0.6, len(days) - 0.4)
    axes.set_xticks(places, [f"{days[place]:%m-%d}" for place in places])


def _svg(name: str, draw: Callable[[Axes], None]) -> str:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    out = io.StringIO()
    with rc_context(_STYLE):
        figure = Figure(figsize=_SIZE, layout="constrained")
        draw(figure.add_subplot())
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    return _for_the_page(out.getvalue(), name)


def _for_the_page(svg: str, name: str) -> str:
    """The element alone, sized by the page, with ids that no other chart has."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r'<svg [^>]*viewBox="([^"]+)"[^>]*>', r'<svg viewBox="\1" aria-hidden="true">', element)
    element = re.sub(r"<style.*?</style>", "", element, flags=re.DOTALL)  # it would hold for the whole page
    element = re.sub(r" font-family: [^;\"]+;", "", element)
    element = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", element)
    for variable, colour in _COLOURS.items():
        element = element.replace(colour, f"var(--{variable})")
    return element
