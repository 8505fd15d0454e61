"""The last line of every screen: the keys that matter here. At most six, so that they can be read."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widget import Widget

from drill.i18n import _
from drill.tui.keys import offers
from drill.tui.text import MUTED

_MOST = 6


class KeyBar(Widget):
    """Keys and what they do, as many as fit; a click presses the key."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """

    def on_mount(self) -> None:
        """Follow the focus: other keys work elsewhere."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    def render(self) -> Content:
        """The line as it fits the width now."""
        return Content.assemble(*(part for part, _key, _cells in self._parts()))

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked on."""
        offset = event.x - self.styles.padding.left
        for _part, key, cells in self._parts():
            if 0 <= offset < cells:
                self.app.simulate_key(key)
                return
            offset -= cells

    def _parts(self) -> list[tuple[Content, str, int]]:
        room = self.size.width
        parts: list[tuple[Content, str, int]] = []
        for offer in [each for each in offers(self.screen) if each.shown][:_MOST]:
            label = f" {_(offer.description)}   "
            part = Content.assemble((offer.keys[0], "bold $accent"), (label, MUTED))
            cells = part.cell_length
            if cells - 3 > room:
                break
            room -= cells
            parts.append((part, offer.key, cells))
        return parts
