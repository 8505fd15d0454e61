"""The figures of a card against the engine: what is said, what comes out, and whether the two agree.

A footnote may be said in several places and languages; all of them must say the same value, and the
computed one must lie within the footnote's tolerance of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from drill.cards.card import Card, CardId, Cited, Computed, Figure, Heard, Language, Mention, Tolerance
from drill.cards.quantity import Quantity, UnitError, factor, read_quantity, same_quantity
from drill.errors import UsageError
from drill.figures.arguments import answer, experiment_named, read_arguments
from engine import Outcome

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a card. `computed` is in `unit`, the unit of what is said."""

    card: CardId
    figure: str
    kind: str
    """`computed`, `cite` or `heard`."""
    said: str
    verdict: str
    """`exact` or `assumes`; `thumb`, `outdated` or `wrong`; `cite`."""
    ok: bool
    computed: float | None = None
    unit: str = ""
    tolerance: str = ""
    experiment: str = ""
    formula: str = ""
    assumptions: tuple[str, ...] = ()
    fault: str = ""
    """Why a row is not ok."""


def recompute(card: Card, language: Language | None = None) -> tuple[Row, ...]:
    """A row for each figure of a card, in the order of its footnotes, as the card says it in `language`."""
    spoken = card.texts[language].mentions if language and language in card.texts else ()
    own = {mention.figure: mention.said for mention in reversed(spoken)}
    rows = (_row(card, figure) for figure in card.figures.values())
    return tuple(replace(row, said=own.get(row.figure, row.said)) for row in rows)


def call(figure: Computed) -> str:
    """The experiment as `drill lab` takes it."""
    return " ".join([figure.experiment, *(f"{name}={text}" for name, text in figure.arguments.items())])


def within(computed: float, said: Quantity, tolerance: Tolerance | None) -> bool:
    """Whether a value, in the unit that is said, agrees with what is said.

    Without a tolerance it must round to it at the precision that is written. Of a range, any value in it
    agrees; of an ambiguous K or G, either reading.
    """
    slack = said.step / 2 if tolerance is None else tolerance.amount
    for reading in said.readings:
        upper = reading if said.upper is None else said.upper
        allowed = slack * abs(reading) if tolerance is not None and tolerance.relative else slack
        allowed += _ROUNDING * abs(reading)
        if reading - allowed <= computed <= upper + allowed:
            return True
    return False


def _row(card: Card, figure: Figure) -> Row:
    sayings = [mention.said for mention in _mentions(card, figure.id)]
    said = sayings[0] if sayings else ""
    fault = _disagreement(sayings) if sayings else "nothing refers to it"
    match figure:
        case Computed():
            return _computed(card.id, figure, said, fault)
        case Cited():
            return Row(card.id, figure.id, "cite", said, "cite", not fault, fault=fault)
        case Heard():
            return Row(card.id, figure.id, "heard", said, figure.verdict, not fault, fault=fault)


def _computed(card: CardId, figure: Computed, said: str, fault: str) -> Row:
    quantity = read_quantity(said)
    if said and quantity is None:
        fault = fault or f"{said!r} is not a number with a unit"
    try:
        experiment = experiment_named(figure.experiment)
        outcome = answer(experiment, read_arguments(experiment, figure.arguments))
    except UsageError as error:
        return _as_row(card, figure, said, None, None, str(error))
    value = None
    if quantity is not None:
        try:
            value = outcome.value * factor(outcome.unit, quantity.unit)
        except UnitError as error:
            fault = fault or str(error)
        else:
            if not within(value, quantity, figure.tolerance):
                fault = fault or "computed is off"
    return _as_row(card, figure, said, outcome, value, fault)


def _as_row(
    card: CardId, figure: Computed, said: str, outcome: Outcome | None, value: float | None, fault: str
) -> Row:
    quantity = read_quantity(said)
    if outcome is not None and value is None:
        value, unit = outcome.value, outcome.unit
    else:
        unit = quantity.unit if quantity else ""
    return Row(
        card,
        figure.id,
        "computed",
        said,
        "exact" if outcome is not None and outcome.exact else "assumes",
        ok=not fault,
        computed=value,
        unit=unit,
        tolerance=_tolerance(figure.tolerance),
        experiment=call(figure),
        formula=outcome.formula if outcome is not None else "",
        assumptions=outcome.assumptions if outcome is not None else (),
        fault=fault,
    )


def _mentions(card: Card, figure: str) -> Iterator[Mention]:
    base_first = sorted(card.texts, key=lambda language: language != card.base)
    for language in base_first:
        yield from (mention for mention in card.texts[language].mentions if mention.figure == figure)


def _disagreement(sayings: list[str]) -> str:
    """How two places say different values, or nothing; texts that are no numbers are not compared."""
    first = read_quantity(sayings[0])
    for other in sayings[1:]:
        quantity = read_quantity(other)
        if first is not None and quantity is not None and not same_quantity(first, quantity):
            return f"said as {sayings[0]} and as {other}"
    return ""


def _tolerance(tolerance: Tolerance | None) -> str:
    if tolerance is None:
        return "as written"
    return f"±{tolerance.amount * 100:g}%" if tolerance.relative else f"±{tolerance.amount:g}"
