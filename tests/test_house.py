"""What keeps the house in order: arrows and start-up cost, checked in a process of its own."""

import subprocess
import sys

import pytest

HEAVY = {
    "sqlalchemy",
    "alembic",
    "openai",
    "numpy",
    "pint",
    "jinja2",
    "markdown_it",
    "fsrs",
    "engine",
    "yaml",
}


def loaded_by(statement: str) -> set[str]:
    """The top-level modules in `sys.modules` after running `statement` in a fresh interpreter."""
    program = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import drill.cli", HEAVY | {"textual", "click", "rich"}),
        ("import drill.cli.verbs", HEAVY | {"textual"}),
        ("import drill.tui.app", HEAVY | {"click"}),
        ("import drill.settings", HEAVY | {"textual", "tomlkit", "platformdirs"}),
        ("import drill.cards.card, drill.grading.verdict, drill.practice.views", HEAVY | {"textual"}),
        ("import engine", {"drill", "textual", "sqlalchemy", "pint", "numpy"}),
    ],
)
def test_what_is_not_needed_at_start_is_not_imported(statement: str, absent: set[str]):
    assert loaded_by(statement) & absent == set()
