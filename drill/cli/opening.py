"""Opening the practice for a verb: settings, the interface's language, the collection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from drill.i18n import choose_language
from drill.settings import load_settings

if TYPE_CHECKING:
    from drill.practice.practice import Practice


@contextmanager
def opened(context: click.Context) -> Iterator[Practice]:
    """The practice on the collection that `--db` or the settings name."""
    from drill.practice.practice import open_practice

    settings = load_settings()
    choose_language(settings.language)
    with open_practice(settings, database=context.obj) as practice:
        yield practice
