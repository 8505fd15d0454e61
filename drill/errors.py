"""What went wrong, in words for the user; the command line prints it and never a traceback."""

from __future__ import annotations

from collections.abc import Iterable

from drill.i18n import _


class DrillError(Exception):
    """A fault the user can act on: one line saying what, where and how to mend it. Exit code 1."""

    exit_code = 1


class UsageError(DrillError):
    """The call itself was wrong (an unknown item, a bad option). Exit code 2."""

    exit_code = 2


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The known names that look like `name`, as a question to put after an error; else `otherwise`."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return _("did you mean {names}?").format(names=", ".join(near)) if near else otherwise
