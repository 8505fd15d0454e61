"""What the user brings to `drill lab`: own GPUs and models, and this machine's GPU.

Only the lab is handed these. Figures and drills name everything themselves, so that a deck says the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from drill.errors import UsageError
from engine import EngineError, Experiment


def own_entries(home: Path) -> dict[str, object]:
    """The GPUs of `hardware.toml` and the models of `models.toml` in the home folder, by lower-case name.

    Raises `UsageError` naming the file and what is wrong in it.
    """
    from engine.own import read_gpus, read_models

    entries: dict[str, object] = {}
    try:
        if (hardware := home / "hardware.toml").exists():
            entries |= read_gpus(hardware)
        if (models := home / "models.toml").exists():
            entries |= read_models(models)
    except EngineError as error:
        raise UsageError(str(error)) from error
    return entries


def of_this_machine(experiment: Experiment, given: Mapping[str, object]) -> dict[str, str]:
    """The arguments `gpu` and `gpus` that a question still needs and this machine's driver can answer."""
    needed = [name for name, each in experiment.parameters.items() if each.required and name not in given]
    if "gpu" not in needed:
        return {}
    from engine.machine import look

    keys = [found.key for found in look().gpus]
    if not keys or keys[0] is None:
        return {}
    found = {"gpu": keys[0], "gpus": str(keys.count(keys[0]))}
    return {name: value for name, value in found.items() if name in needed}


def this_machine() -> str:
    """The GPUs that the driver reports, with their catalogue entries, or why there are none, in one line."""
    from engine.machine import look

    machine = look()
    if machine.gpus:
        return "; ".join(str(found) for found in machine.gpus)
    if "nvidia-ml-py" in machine.why_none:
        return f"{machine.why_none}; `pip install 'llm-drill[gpu]'`"
    return machine.why_none
