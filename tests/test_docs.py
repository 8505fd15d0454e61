"""The README is true: every verb and every setting is in it, and nothing is promised that is not there."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from drill.cli import VERBS
from drill.cli.verbs import drill
from drill.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
READMES = ["README.md", "README.zh-CN.md"]


@pytest.mark.parametrize("readme", READMES)
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_readme(readme: str, verb: str):
    assert f"drill {verb}" in (ROOT / readme).read_text(encoding="utf-8")


@pytest.mark.parametrize("readme", READMES)
@pytest.mark.parametrize("setting", [each.name for each in fields(Settings)])
def test_every_setting_is_in_the_readme(readme: str, setting: str):
    assert f"`{setting}`" in (ROOT / readme).read_text(encoding="utf-8")


@pytest.mark.parametrize("readme", READMES)
def test_the_keys_that_the_readme_names_can_be_bound(readme: str):
    text = (ROOT / readme).read_text(encoding="utf-8")
    named = re.search(r"^\| `keys` \|.*[:：](.*)\|$", text, re.MULTILINE)
    assert named
    screens = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "drill/tui").rglob("*.py"))
    bound = set(re.findall(r'Binding\(.*?id="(\w+)"', screens))
    assert set(re.findall(r"`(\w+)`", named[1])) <= bound


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str):
    result = CliRunner().invoke(drill, [verb, "--help"])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 3


@pytest.mark.parametrize("folder", ["drill", "content", "engine", "tests"])
def test_every_folder_shows_its_rooms(folder: str):
    readme = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    rooms = [
        each.name
        for each in (ROOT / folder).iterdir()
        if each.is_dir() and not each.name.startswith((".", "_"))
    ]
    assert [room for room in rooms if room not in readme] == []
