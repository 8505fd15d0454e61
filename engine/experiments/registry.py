"""The registry: a named, typed, documented question, answered by an `Outcome`.

An experiment is a function in a file of this folder, registered as `<file>.<name>`; its signature says
what it may be asked with. Files are imported when one of their experiments is asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from engine.errors import EngineError, unknown
from engine.experiments.outcome import Outcome
from engine.experiments.parameters import Parameter, parameter

TOPICS = (
    "gpu",
    "kv",
    "memory",
    "weights",
    "format",
    "recompute",
    "prefill",
    "prefix",
    "decode",
    "attention",
    "batching",
    "paging",
    "speculation",
    "lossless",
    "drafting",
    "queue",
    "experts",
    "transfer",
    "pd",
    "tiers",
    "sharing",
    "scheduling",
    "coldstart",
    "keepalive",
    "quantization",
    "isolation",
)
"""The files of experiments, in the order in which they are listed."""

Answer = Callable[..., Outcome]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A question the engine can answer."""

    name: str
    doc: str
    parameters: Mapping[str, Parameter]
    answer: Answer

    def run(self, **arguments: object) -> Outcome:
        """Check the arguments and answer. Raises `EngineError` saying what does not fit."""
        values = self.checked(arguments)
        try:
            return self.answer(**values)
        except (OverflowError, ZeroDivisionError) as error:
            raise EngineError(f"{self.name}: numbers this large or small cannot be worked out") from error

    def checked(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """The arguments as `answer` takes them. Raises `EngineError` saying what does not fit."""
        for given in arguments:
            if given not in self.parameters:
                raise unknown("argument", given, self.parameters)
        values: dict[str, object] = {}
        for name, each in self.parameters.items():
            if name in arguments:
                values[name] = each.checked(arguments[name])
            elif each.required:
                raise EngineError(f"{name} is missing")
        return values


_experiments: dict[str, Experiment] = {}


def experiment(name: str) -> Callable[[Answer], Answer]:
    """Register a function under `name`; parameters and documentation are read from it."""

    def register(answer: Answer) -> Answer:
        signature = inspect.signature(answer, eval_str=True)
        parameters = {
            each.name: parameter(
                each.name,
                each.annotation,
                required=each.default is inspect.Parameter.empty,
                default=None if each.default is inspect.Parameter.empty else each.default,
            )
            for each in signature.parameters.values()
        }
        _experiments[name] = Experiment(name, inspect.getdoc(answer) or "", parameters, answer)
        return answer

    return register


def find(name: str) -> Experiment:
    """The experiment of that name. Raises `EngineError` with near matches."""
    topic = name.partition(".")[0]
    if topic in TOPICS:
        import_module(f"engine.experiments.{topic}")
    if name not in _experiments:
        raise unknown("experiment", name, experiments())
    return _experiments[name]


def experiments() -> Mapping[str, Experiment]:
    """All experiments by name, in the order of their topics."""
    for topic in TOPICS:
        import_module(f"engine.experiments.{topic}")
    order = {topic: place for place, topic in enumerate(TOPICS)}
    names = sorted(_experiments, key=lambda name: order[name.partition(".")[0]])
    return {name: _experiments[name] for name in names}


def run(name: str, **arguments: object) -> Outcome:
    """Answer the experiment `name`, its arguments in base units. Raises `EngineError`."""
    return find(name).run(**arguments)
