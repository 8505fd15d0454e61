"""The model answer of a question: markdown from a card, set tight and without live links."""

from __future__ import annotations

from textual.containers import VerticalScroll

from drill.practice.views import Prompt
from drill.tui.material import model_answer


class ModelAnswer(VerticalScroll):
    """A scrolling pane that sets its text when it is first seen."""

    DEFAULT_CSS = """
    ModelAnswer { width: 1fr; padding: 0 2; scrollbar-size-vertical: 1;
        Markdown { padding: 0; margin: 0; background: $background; }
        MarkdownH2 { margin: 0; padding: 0; color: $accent; text-style: bold; background: $background; }
        MarkdownParagraph, MarkdownBulletList, MarkdownOrderedList { margin: 0 0 1 0; }
    }
    """

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(id="model")
        self._prompt = prompt

    async def on_show(self) -> None:
        """Set the text where it is shown beside the points, also once the screen has become wide enough."""
        await self._set()

    async def on_focus(self) -> None:
        """Set the text when its key is pressed: behind a pane that was scrolled, no Show arrives."""
        await self._set()

    async def _set(self) -> None:
        if not self.children:
            from textual.widgets import Markdown  # 40 ms, for whoever looks at it

            await self.mount(Markdown(model_answer(self._prompt), open_links=False))
