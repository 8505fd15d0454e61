"""What the settings ask of the screen and it cannot do: a theme that is none, keys that are none or meet."""

from __future__ import annotations

from drill.errors import meant
from drill.i18n import _
from drill.settings import Settings
from drill.tui.keymap import misbound
from drill.tui.theme import DARK, themes


def complaints(settings: Settings) -> list[tuple[str, str]]:
    """Names of settings (`theme`, `keys.submit`), each with what is wrong in a line."""
    found = [(f"keys.{each.name}", each.said) for each in misbound(settings.keys)]
    if settings.theme not in themes():
        near = meant(settings.theme, themes(), _("there are {names}").format(names=", ".join(themes())))
        line = _("there is no theme {theme!r}, so {used} is shown; {meant}")
        found.insert(0, ("theme", line.format(theme=settings.theme, used=DARK.name, meant=near)))
    return found
