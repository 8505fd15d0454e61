"""A drill and a seed, turned into a numeric question with its answer, its working and its known slips.

The same item and seed draw the same values in every language, on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from random import Random

from drill.cards.card import Card, DrillSpec, Item, Kind, Language
from drill.cards.items import items
from drill.cards.numeric import NumericQuestion
from drill.cards.quantity import UnitError, factor, read_quantity
from drill.errors import UsageError
from drill.figures.arguments import answer, experiment_named, read_arguments
from drill.figures.display import plain
from drill.figures.slips import slips
from drill.figures.telling import told
from engine import Experiment
from engine.experiments.parameters import Parameter

_DRAWS = 50
"""Draws before a drill is given up whose values do not go together."""
_TRIALS = 8
"""Seeds with which a drill is tried out."""
_EXACT_BELOW = 10_000
"""Whole numbers above it are drawn with three significant digits: 734,000 reads better than 734,218."""

_DOUBLED = re.compile(r"(\d+)(Ki|Mi|Gi)")


def draw(card: Card, spec: DrillSpec, item: Item, language: Language, seed: int) -> NumericQuestion:
    """The drill's question in `language`, with the values that `seed` draws.

    Values that do not go together (a prompt shorter than its cached part) and questions whose answer is
    zero are drawn again. Raises `UsageError` saying what is wrong with the drill.
    """
    where = f"{card.path}:{spec.line}: drill {spec.id!r}"
    generator = Random(f"{item.id}:{seed}")
    try:
        experiment = experiment_named(spec.experiment)
        written, expected, working, assumptions = _solve(spec, experiment, generator)
        wrong = slips(experiment, written, expected, spec.unit, spec.tolerance, language)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error
    wording = next((each.question for each in card.text(language).drills if each.id == spec.id), "")
    return NumericQuestion(
        item=item.id,
        question=_worded(wording, experiment, written),
        arguments=written,
        expected=expected,
        unit=spec.unit,
        tolerance=spec.tolerance,
        slips=wrong,
        working=tuple(told(line, language) for line in working),
        assumptions=tuple(told(line, language) for line in assumptions),
        seed=seed,
    )


def faults(card: Card) -> tuple[str, ...]:
    """What is wrong with a card's drills, a line each: one that cannot be drawn, or hardly ever."""
    found: list[str] = []
    for item in items(card):
        if item.kind is Kind.DRILL:
            try:
                for seed in range(_TRIALS):
                    draw(card, card.drills[item.name], item, card.base, seed)
            except UsageError as error:
                found.append(str(error))
    return tuple(found)


def _solve(
    spec: DrillSpec, experiment: Experiment, generator: Random
) -> tuple[dict[str, str], float, tuple[str, ...], tuple[str, ...]]:
    last: UsageError | None = None
    for _ in range(_DRAWS):
        written = {name: choose(text, generator) for name, text in spec.arguments.items()}
        try:
            outcome = answer(experiment, read_arguments(experiment, written))
        except UsageError as error:
            last = error
            continue
        try:
            expected = outcome.value * factor(outcome.unit, spec.unit)
        except UnitError as error:
            raise UsageError(str(error)) from error
        if expected:
            return written, expected, outcome.working, outcome.assumptions
    raise last or UsageError("the answer is always zero")


def choose(text: str, generator: Random) -> str:
    """One value of an argument as a drill writes it.

    `a|b` is a choice; `8Ki..128Ki` a doubling; `1..64` a whole number; `0.5..0.9/0.1` a step; and anything
    else itself.
    """
    return generator.choice(list(_between(generator.choice(text.split("|")), generator)))


def _between(text: str, generator: Random) -> Iterator[str]:
    low, dots, high = text.partition("..")
    if not dots:
        yield text
        return
    end, _, step = high.rpartition("/")
    if end and read_quantity(step) is not None:
        yield from _steps(text, low, end, step)
    elif (first := _DOUBLED.fullmatch(low)) and (last := _DOUBLED.fullmatch(high)):
        yield from _doublings(text, first, last)
    else:
        yield _whole(text, low, high, generator)


def _doublings(text: str, first: re.Match[str], last: re.Match[str]) -> Iterator[str]:
    if first[2] != last[2] or int(first[1]) > int(last[1]):
        raise UsageError(f"{text}: write the smaller end first, both with the same prefix")
    value = int(first[1])
    while value <= int(last[1]):
        yield f"{value}{first[2]}"
        value *= 2


def _steps(text: str, low: str, high: str, step: str) -> Iterator[str]:
    (first, unit), (last, _), (each, _) = (_split(part, text) for part in (low, high, step))
    if first > last or each <= 0:
        raise UsageError(f"{text}: write the smaller end first, then a step above 0")
    while first <= last:
        yield f"{first}{unit}"
        first += each


def _whole(text: str, low: str, high: str, generator: Random) -> str:
    (first, unit), (last, _) = _split(low, text), _split(high, text)
    if first > last or first != int(first) or last != int(last):
        raise UsageError(f"{text}: write whole numbers, the smaller first, or add a step as in 0.5..0.9/0.1")
    drawn = generator.randint(int(first), int(last))
    if drawn > _EXACT_BELOW:
        drawn = max(int(first), min(int(float(f"{drawn:.3g}")), int(last)))
    return f"{drawn}{unit}"


def _split(text: str, whole: str) -> tuple[Decimal, str]:
    number = re.match(r"\d+(?:\.\d+)?", text)
    if number is None:
        raise UsageError(f"{whole}: {text!r} does not begin with a number")
    return Decimal(number[0]), text[number.end() :]


def _worded(wording: str, experiment: Experiment, written: dict[str, str]) -> str:
    """The question with `{name}` replaced; braces that name no argument stay."""
    return re.sub(
        r"\{(\w+)\}",
        lambda name: (
            _shown(experiment.parameters[name[1]], written[name[1]]) if name[1] in written else name[0]
        ),
        wording,
    )


def _shown(parameter: Parameter, text: str) -> str:
    if parameter.kind == "numbers":
        return f"({', '.join(text.split(','))})"
    if parameter.catalogue is not None and text in parameter.catalogue:
        return text if parameter.kind == "number" else str(parameter.catalogue[text])
    quantity = read_quantity(text)
    if quantity is None or parameter.kind not in ("whole", "number"):
        return text
    number = plain(quantity.value)
    return (
        number if quantity.unit == "1" else f"{number} {quantity.unit}".replace(" 1/", "/").replace(" %", "%")
    )
