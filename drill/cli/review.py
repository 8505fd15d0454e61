"""`drill review`: the day's questions, in the app or line by line."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--plain", is_flag=True, help="Line by line on standard input and output, for pipes and screen readers."
)
@click.pass_context
def command(context: click.Context, *, plain: bool) -> int:
    """Answer the day's questions."""
    if not plain:
        from drill.cli.app import open_app

        return open_app("review", context.obj)

    from drill.cli.lines import LineReview
    from drill.cli.opening import opened

    with opened(context) as practice:
        LineReview(practice, practice.settings.mode).run()
    return 0
