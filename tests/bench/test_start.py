"""How long a user waits: for the first text after starting, and for the screen after a key.

Starts are told as ratios to a bare Textual program measured in turn with them in a real pseudo-terminal; the
fastest of several counts, because other work on the machine only ever adds. Nothing here fails on a time.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.terminal import DRILL, Terminal

pytestmark = pytest.mark.bench

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("first frame")

Bare().run()
"""
RUNS = 7


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection as the second start finds it: made, cached, compiled."""
    home = tmp_path_factory.mktemp("home")
    with Terminal([*DRILL, "review"], home) as terminal:
        terminal.see("Your answer")
        terminal.see("5 left")
        terminal.send("\x11")
        terminal.wait()
    return home


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a result past pytest's capture."""

    def print_now(result: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{result}\n")

    return print_now


def first_text(command: list[str], home: Path, wanted: str) -> float:
    """Milliseconds from the start of the process until `wanted` is on the screen."""
    with Terminal(command, home, variables={"PYTHONDONTWRITEBYTECODE": ""}) as terminal:
        return terminal.see(wanted) * 1000


def fastest(command: list[str], home: Path, wanted: str) -> tuple[float, float]:
    """The fastest start of `command`, and that of a bare program measured in turn with it."""
    ours, bare = [], []
    for _run in range(RUNS):
        bare.append(first_text([sys.executable, "-c", BARE], home, "first frame"))
        ours.append(first_text(command, home, wanted))
    return min(ours), min(bare)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [((), "start"), (("review",), "KV cache"), (("review",), "5 left")],
    ids=["home", "first question, from a glance", "first question, from the collection"],
)
def test_time_to_first_text(home, tell, request, arguments, wanted):
    ours, bare = fastest([*DRILL, *arguments], home, wanted)
    what = request.node.callspec.id
    tell(f"{what}: {ours:.0f} ms, bare Textual {bare:.0f} ms, {ours / bare:.2f} times")


@pytest.mark.parametrize("mark", ["a", "字"])
def test_time_from_key_to_screen(home, tell, mark):
    with Terminal([*DRILL, "review"], home) as terminal:
        terminal.see("5 left")
        time.sleep(1.5)  # the grader has got ready
        terminal.settle()
        waits = []
        for count in range(1, 31):
            since = time.perf_counter()
            terminal.send(mark)
            while terminal.text.count(mark * count) < 1:
                terminal.read(1.0)
            waits.append((time.perf_counter() - since) * 1000)
        median, worst = statistics.median(waits), statistics.quantiles(waits, n=20)[-1]
    tell(f"key {mark}: median {median:.1f} ms, 95 % within {worst:.1f} ms")
