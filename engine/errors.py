"""The one error of the engine: a question that does not fit, said in one line with by how much."""

from __future__ import annotations

from collections.abc import Iterable


class EngineError(ValueError):
    """The question cannot be answered as put; the message names what does not fit."""


class UnknownNameError(EngineError):
    """A name that is not known."""


_FEW = 12
"""Names that a line has room for."""


def unknown(kind: str, given: str, known: Iterable[str]) -> UnknownNameError:
    """The error for a name that is not known, with the names that look like it, else those there are."""
    from difflib import get_close_matches  # a third of the time that importing the engine takes, for a slip

    names = list(known)
    near = get_close_matches(given.lower(), names, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif len(names) <= _FEW:
        hint = f"known are {', '.join(names)}"
    else:
        hint = f"known are {', '.join(names[:3])} and {len(names) - 3} more"
    return UnknownNameError(f"unknown {kind} {given!r}; {hint}")
