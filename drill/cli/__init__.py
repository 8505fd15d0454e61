"""The command line: a file per verb, each imported only when it is called.

`drill` alone opens the app; that path imports neither click nor any verb.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

VERBS = {
    "review": "answer the day's questions, on screen or line by line (--plain)",
    "interview": "hold a mock interview, line by line",
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
    """Run the program: the app when called alone, else the verb. Exits 0, 1 (finding) or 2 (usage)."""
    from drill.errors import DrillError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what it cannot encode ends in no traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        if len(sys.argv) == 1:
            from drill.cli.app import open_app

            sys.exit(open_app())
        from drill.cli.verbs import run

        sys.exit(run(sys.argv[1:]))
    except DrillError as error:
        print(f"drill: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        print(f"drill: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
