"""What serving a language model costs, from first principles and under stated assumptions.

`run("kv.size", model="llama-3-70b", tokens=131072)` answers with an `Outcome`: a value, its unit, the formula
with the numbers put in, and what was assumed. The package needs numpy and the standard library only.
"""

from engine.errors import EngineError
from engine.experiments.outcome import Outcome
from engine.experiments.registry import Experiment, experiments, run

__all__ = ["EngineError", "Experiment", "Outcome", "experiments", "run"]
