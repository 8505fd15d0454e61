"""What starting costs: Home is on screen before anything heavy is imported."""

import subprocess
import sys

import pytest

HEAVY = {"sqlalchemy", "alembic", "openai", "numpy", "pint", "jinja2", "markdown_it", "fsrs", "yaml", "click"}
PROGRAM = """
import asyncio, sys, threading
from drill.settings import Settings
from drill.tui.app import DrillApp
from drill.tui.desk import Desk

held = threading.Event()
seen = set()

def open_practice():
    held.wait(20)
    raise SystemExit

async def main():
    app = DrillApp(Desk(open_practice), Settings(language="{language}"), remember=print)
    async with app.run_test() as pilot:
        while app.screen.query("#today").first().size.height == 0:
            await pilot.pause(0.01)
        print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
        held.set()
        app.exit()

asyncio.run(main())
"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_home_is_painted_with_nothing_heavy_imported(language):
    program = PROGRAM.format(language=language)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "textual" in loaded
    assert loaded & HEAVY == set()
