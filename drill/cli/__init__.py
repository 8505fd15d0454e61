"""The command line: a file per verb, each imported only when it is called.

`drill` alone opens the app; that path imports neither click nor any verb.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import NoReturn

VERBS = {
    "review": "answer the day's questions, on screen or line by line (--plain)",
    "interview": "hold a mock interview, line by line",
    "ask": "answer a question about a card from the card",
    "next": "what would be asked now, or by one item, and why",
    "answer": "grade an answer, record it and schedule the item",
    "undo": "take back the last review",
    "grade": "grade an answer and write nothing",
    "figures": "recompute the figures of the deck",
    "lab": "run one experiment of the engine",
    "stats": "what was learnt so far",
    "report": "progress as a document: HTML, markdown, JSON or CSV",
    "cards": "list, show, check and make cards",
    "doctor": "settings, collection, decks: what works and how to mend what does not",
}
"""The verbs in the order of the help; `drill.cli.<verb>` has the click command `command`."""


def main() -> None:
    """Run the program: the app when called alone, else the verb. Exits 0, 1 (finding) or 2 (usage).

    Where what it writes is read no further (`drill figures | head`), it ends by SIGPIPE as other tools do.
    """
    try:
        code = _run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        _end_by_pipe()
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):  # as click and rich meet it
            _end_by_pipe()
        raise
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    from drill.errors import DrillError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what it cannot encode ends in no traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        if not arguments:
            from drill.cli.app import open_app

            return open_app()
        from drill.cli.verbs import run

        return run(arguments)
    except DrillError as error:
        print(f"drill: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"drill: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _end_by_pipe() -> NoReturn:
    import os
    import signal

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is still buffered goes nowhere, in silence
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    sys.exit(1)
