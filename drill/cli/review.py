"""`drill review`: the day's questions, in the app or line by line."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--plain", is_flag=True, help="Line by line on standard input and output, for pipes and screen readers."
)
@click.pass_obj
def command(database: str | None, *, plain: bool) -> int:
    """Answer the day's questions."""
    if not plain:
        from drill.cli.app import open_app

        return open_app("review", database)

    from drill.cli.lines import LineReview
    from drill.i18n import choose_language
    from drill.practice.practice import open_practice
    from drill.settings import load_settings

    settings = load_settings()
    choose_language(settings.language)
    with open_practice(settings, database=database) as practice:
        LineReview(practice, settings.mode).run()
    return 0
