"""The GPUs of this machine, by NVML, and which entries of the catalogue they are.

Nothing else in the engine looks at the machine, so no answer changes with it unless it is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.hardware import GPUS
from engine.notation import number

_FORMS = frozenset({"sxm", "pcie", "nvl"})
_MEMORY_SLACK = 0.15
"""A driver reports up to a tenth less or more than is sold; a cut-down variant has at least a fifth less."""


@dataclass(frozen=True, slots=True)
class Found:
    """One GPU as the driver reports it, and its key in the catalogue where it has one."""

    reported: str
    memory: float
    key: str | None

    def __str__(self) -> str:
        entry = self.key or "not in the catalogue"
        return f"{self.reported}, {number(round(self.memory / 1e9, 1))} GB ({entry})"


@dataclass(frozen=True, slots=True)
class Machine:
    """The GPUs found; `why_none` says why there are none, and is empty when there are some."""

    gpus: tuple[Found, ...] = ()
    why_none: str = ""


def look() -> Machine:
    """Ask the NVIDIA driver for its GPUs."""
    try:
        import pynvml
    except ImportError:
        return Machine(why_none="not looked for: nvidia-ml-py is not installed")
    try:
        pynvml.nvmlInit()
    except (pynvml.NVMLError_LibraryNotFound, pynvml.NVMLError_DriverNotLoaded):
        return Machine(why_none="no NVIDIA driver here")
    except pynvml.NVMLError as error:
        return Machine(why_none=f"the NVIDIA driver refuses: {error}")
    try:
        handles = [pynvml.nvmlDeviceGetHandleByIndex(i) for i in range(pynvml.nvmlDeviceGetCount())]
        found = tuple(
            _found(pynvml.nvmlDeviceGetName(handle), float(pynvml.nvmlDeviceGetMemoryInfo(handle).total))
            for handle in handles
        )
    except pynvml.NVMLError as error:
        return Machine(why_none=f"the NVIDIA driver refuses: {error}")
    finally:
        pynvml.nvmlShutdown()
    return Machine(found) if found else Machine(why_none="the NVIDIA driver sees no GPU")


def _found(reported: str, memory: float) -> Found:
    return Found(reported, memory, match(reported, memory))


def match(reported: str, memory: float) -> str | None:
    """The catalogue's key for a GPU that a driver calls `reported` and gives `memory` bytes.

    The chip's name must be a word of it and the memory near; of several (H100 SXM, PCIe, NVL) the one whose
    form factor is named, else the SXM one, which drivers name by its memory.
    """
    words = set(re.findall(r"\w+", reported.lower()))

    def strangeness(key: str) -> tuple[bool, float]:
        form = _FORMS.intersection(key.split("-"))
        named = _FORMS & words
        return bool(form) and form != (named or {"sxm"}), abs(GPUS[key].memory - memory)

    near = [
        key
        for key in GPUS
        if _chip(key) in words and abs(GPUS[key].memory - memory) <= _MEMORY_SLACK * GPUS[key].memory
    ]
    return min(near, key=strangeness, default=None)


def _chip(key: str) -> str:
    """The word of a key that names the chip: `a100` of `a100-80`, `4090` of `rtx-4090`."""
    words = key.split("-")
    return next(word for word in words if any(letter.isdigit() for letter in word))
