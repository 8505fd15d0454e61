"""Arguments as people write them, into the base units that an experiment's parameters declare.

`128Ki`, `55GB/s`, `20ms`, `0.05/min`, `90%`, `0.5,0.3,0.2`, `h100-sxm`: one notation for a card's footnotes,
its drills and `drill lab`. A bare number is in the parameter's base unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from drill.cards.quantity import Quantity, UnitError, read_quantity, to_unit
from drill.errors import UsageError
from engine import EngineError, Experiment, Outcome
from engine.errors import UnknownNameError
from engine.experiments.parameters import Parameter
from engine.experiments.registry import find

_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


def experiment_named(name: str) -> Experiment:
    """The experiment of that name. Raises `UsageError` with near matches."""
    try:
        return find(name)
    except EngineError as error:
        raise UsageError(f"{error} (drill lab --list)") from error


def read_arguments(
    experiment: Experiment, written: Mapping[str, str], own: Mapping[str, object] | None = None
) -> dict[str, object]:
    """The written arguments as the experiment takes them. Raises `UsageError` naming the argument.

    `own` are the user's GPUs and models by name; where it is given, a model may be a `config.json` too.
    """
    return {
        name: read_argument(experiment.parameters[name], text, own) if name in experiment.parameters else text
        for name, text in written.items()
    }


def read_argument(parameter: Parameter, text: str, own: Mapping[str, object] | None = None) -> object:
    """One argument as `parameter` takes it. Raises `UsageError`."""
    if own is not None and parameter.kind == "name" and (entry := _own_entry(parameter, text, own)):
        return entry
    match parameter.kind:
        case "flag":
            return _FLAGS.get(text.strip().lower(), text)
        case "numbers":
            return tuple(_number(parameter, part) for part in text.split(","))
        case "whole" | "number":
            named = parameter.catalogue is not None and text in parameter.catalogue
            return text if named else _number(parameter, text)
        case _:
            return text


def _own_entry(parameter: Parameter, text: str, own: Mapping[str, object]) -> object | None:
    """The user's entry of that name, or the model of that configuration file, if the parameter takes it."""
    catalogue = parameter.catalogue
    if catalogue is None:
        return None
    entry = own.get(text.strip().lower())
    if entry is None and catalogue.kind == "model" and text.endswith(".json"):
        from engine.configs import read_config

        try:
            entry = read_config(Path(text).expanduser())
        except EngineError as error:
            raise UsageError(f"{parameter.name}={error}") from error
    return entry if catalogue.holds(entry) else None


def answer(experiment: Experiment, arguments: Mapping[str, object]) -> Outcome:
    """Run an experiment. Raises `UsageError` in the engine's words."""
    try:
        return experiment.run(**arguments)
    except EngineError as error:
        raise refused(experiment, error) from error


def refused(experiment: Experiment, error: EngineError) -> UsageError:
    """What the engine would not answer, as an error for the user, with how to list the names it takes."""
    where = f" (`drill lab {experiment.name} --list`)" if isinstance(error, UnknownNameError) else ""
    return UsageError(f"{experiment.name}: {error}{where}")


def _number(parameter: Parameter, text: str) -> float:
    quantity = read_quantity(text)
    if quantity is None or quantity.upper is not None:
        names = f" or one of {', '.join(parameter.choices)}" if parameter.choices else ""
        raise UsageError(f"{parameter.name}={text}: write a number such as {_example(parameter)}{names}")
    if quantity.binary is not None:
        readings = " or ".join(f"{reading:.0f}" for reading in quantity.readings)
        raise UsageError(
            f"{parameter.name}={text}: by 1000 or by 1024? Write {readings},"
            " or a unit that says it (Ki, GB, GiB)"
        )
    return _in_base_unit(parameter, quantity, text)


def _in_base_unit(parameter: Parameter, quantity: Quantity, text: str) -> float:
    if quantity.unit == "1":
        return quantity.value
    try:
        return to_unit(quantity, parameter.unit)
    except UnitError as error:
        raise UsageError(f"{parameter.name}={text}: {error}") from error


def _example(parameter: Parameter) -> str:
    examples = {"B": "80GB", "B/s": "55GB/s", "s": "20ms", "1/s": "5/s", "token": "128Ki", "1": "0.9"}
    return examples.get(parameter.unit, f"4 {parameter.unit}")
