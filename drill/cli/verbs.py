"""The click group behind the verbs: lists them without importing them, imports the one that is called."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TextIO

import click

from drill.cli import VERBS
from drill.errors import DrillError, UsageError, meant
from drill.i18n import _, choose_language
from drill.settings import Settings, load_settings
from drill.symbols import AsciiStream, wants_ascii


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"drill.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            known = meant(args[0], VERBS, _("`drill --help` names the verbs"))
            raise UsageError(_("no verb {name!r}; {meant}").format(name=args[0], meant=known))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="llm-drill", prog_name="drill")
@click.option("--db", "database", metavar="URL", help="Collection to use, as an SQLAlchemy URL.")
@click.pass_context
def drill(context: click.Context, database: str | None) -> None:
    """Practise explaining how LLM inference works. Without a verb, opens the app."""
    context.obj = database
    try:
        settings = load_settings()
    except DrillError:  # the verb says it, or mends it
        settings = Settings()
    choose_language(settings.language)
    if wants_ascii(settings.symbols):
        sys.stdout, sys.stderr = _plain(sys.stdout), _plain(sys.stderr)


def _plain(stream: TextIO) -> TextIO:
    """`stream` with symbols in ASCII where people read it; programs get what there is."""
    if not (isinstance(stream, TextIOWrapper) and stream.isatty()):
        return stream
    return AsciiStream(
        stream.buffer, encoding=stream.encoding, errors=stream.errors, line_buffering=stream.line_buffering
    )


def run(arguments: list[str]) -> int:
    """Run a verb and return the exit code: its own, or 2 for a call that click refuses."""
    try:
        with drill.make_context(
            "drill", arguments
        ) as context:  # not `main`, which makes a closed pipe an error
            return int(drill.invoke(context) or 0)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
