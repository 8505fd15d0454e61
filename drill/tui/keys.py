"""What can be done on a screen now, and with which keys: read from the bindings, in one place.

The last line, the help page and the palette all show this, so none of them can go stale.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drill.i18n import N_, _

if TYPE_CHECKING:
    from textual.app import App
    from textual.binding import Binding
    from textual.dom import DOMNode
    from textual.screen import Screen

_NAMES = {
    "escape": "Esc",
    "enter": "Enter",
    "space": N_("Space"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "question_mark": "?",
    "comma": ",",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the user can do now. `description` is a msgid; `keys` are names as shown, first one first."""

    description: str
    keys: tuple[str, ...]
    key: str
    action: str
    node: DOMNode
    shown: bool


def key_name(key: str) -> str:
    """A key as keyboards label it: `ctrl+j` is `Ctrl+J`, `f5` is `F5`, a letter stays as it is."""
    *modifiers, last = key.split("+")
    if last in _NAMES:
        name = _(_NAMES[last])
    elif len(last) > 1:
        name = last.capitalize()
    else:
        name = last.upper() if modifiers else last
    return "+".join([*(each.capitalize() for each in modifiers), name])


def bound_key(app: App[object], identity: str, usual: str) -> str:
    """The first key of a binding as it is named: the user's own where the settings give one."""
    return key_name(app._keymap.get(identity, usual).partition(",")[0].strip())


def offers(screen: Screen[object]) -> list[Offer]:
    """The drill's own bindings that work on `screen` now: the last line's, the screen's, the widget's.

    Textual's own (the cursor goes up on the up key) are left out: they would bury the others.
    """
    found: dict[tuple[DOMNode, str], Offer] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not active.enabled or not binding.description or not _is_ours(active.node, binding):
            continue
        name = key_name(binding.key)
        does = (active.node, binding.action)  # `undo` is one thing to a text, another to a sitting
        if (known := found.get(does)) is None:
            found[does] = Offer(
                binding.description, (name,), binding.key, binding.action, active.node, binding.show
            )
        else:
            found[does] = replace(known, keys=(*known.keys, name))
    whole = (screen, screen.app)
    return sorted(found.values(), key=lambda offer: 0 if offer.shown else 1 if offer.node in whole else 2)


def _is_ours(node: DOMNode, binding: Binding) -> bool:
    return any(
        getattr(own, "action", None) == binding.action
        for each in type(node).__mro__
        if each.__module__.startswith("drill.")
        for own in each.__dict__.get("BINDINGS", ())
    )
