"""`drill cards` from the command line."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from drill.cli.verbs import drill


@pytest.fixture
def run(drill_home):
    """Runs `drill cards …` and returns the exit code, standard output and standard error."""

    def run(*arguments):
        code = "import sys; from drill.cli import main; sys.argv[0] = 'drill'; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, "cards", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def decks(drill_home, write, complete):
    """Makes the complete card the only deck of the settings, and returns its folder."""

    def decks(**changed):
        folder = write({**complete, **changed})
        drill_home.mkdir(parents=True, exist_ok=True)
        (drill_home / "settings.toml").write_text(f'decks = ["{folder}"]\nbuiltin_deck = false\n')
        return folder

    return decks


def invoke(*arguments):
    result = CliRunner().invoke(drill, ["cards", *map(str, arguments)], catch_exceptions=False)
    return result.output


def test_the_list_for_programs_has_exactly_the_promised_fields(decks):
    decks()
    assert json.loads(invoke("list", "--json", "--lang", "zh")) == [
        {
            "id": "size",
            "deck": "deck",
            "title": "缓存有多大？",
            "languages": ["zh", "en"],
            "points": 13,
            "figures": 2,
            "drills": 2,
        }
    ]


def test_the_list_for_people_names_cards_and_says_what_was_left_out(decks, run):
    decks(**{"bad.md": "no title"})
    code, out, errors = run("list")
    assert code == 0
    assert "size" in out
    assert "How large is the cache?" in out
    assert "bad.md:1: no title" in errors


@pytest.mark.parametrize(("language", "heading"), [("zh", "常见误解"), ("en", "Misconceptions")])
def test_a_card_is_shown_as_a_page(decks, language, heading):
    decks()
    shown = invoke("show", "size", "--lang", language)
    assert heading in shown
    assert "40 GiB" in shown
    assert "[^" not in shown


def test_the_page_names_the_items_that_other_verbs_take(decks):
    decks()
    shown = invoke("show", "size").split()
    assert "size/followup/gqa" in shown
    assert "size/drill/many" in shown


def test_card_text_is_never_markup(decks):
    decks(**{"plain.md": "---\nid: plain\n---\n# [red]Front[/]\n\n[bold]x[/] \\[ [/] =HYPERLINK(1)\n"})
    shown = invoke("show", "plain")
    assert "[red]Front[/]" in shown
    assert "[bold]x[/] [ [/] =HYPERLINK(1)" in shown
    assert "[red]Front[/]" in invoke("list")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "nope"), "no card 'nope'"),
        (("show", "size", "--lang", "fr"), "not written in 'fr', only in zh, en"),
        (("lint", "nowhere"), "nowhere: no such file or folder"),
        (("new", "a/b", "--deck", "x"), "'a/b' is no id"),
        (("new", "size", "--deck", "x"), "id size is taken by"),
    ],
)
def test_a_wrong_call_ends_in_one_line_and_exit_code_2(decks, run, arguments, said):
    decks()
    code, out, errors = run(*arguments)
    assert (code, out) == (2, "")
    assert said in errors
    assert errors.count("\n") == 1


def test_lint_exits_1_with_findings_and_0_without(decks, run, complete):
    decks()
    assert run("lint") == (0, "", "all ok\n")
    folder = decks(**{"size.says.md": complete["size.says.md"].replace("## flat", "## gone")})
    code, out, _ = run("lint", folder / "size.md")
    assert code == 1
    assert f"{folder / 'size.says.md'}:" in out


def test_fix_gives_a_copy_its_own_id(decks, run, complete):
    folder = decks(**{"copy.md": "---\nid: size\n---\n# Copy\n"})
    code, out, _ = run("lint")
    assert code == 1
    assert f"{folder / 'size.md'}:2" in out
    code, out, _ = run("lint", "--fix")
    assert "id size is now size-2" in out
    assert (folder / "copy.md").read_text() == "---\nid: size-2\n---\n# Copy\n"


def test_a_new_card_is_valid_is_studied_and_is_never_overwritten(decks, run, tmp_path):
    folder = decks(**{"deck.toml": ""})
    code, out, errors = run("new", "mine")
    assert (code, out, errors) == (0, f"{folder / 'mine.md'}\n", "")
    written = (folder / "mine.md").read_bytes()
    assert run("lint", folder)[0] == 0
    assert "mine" in [each["id"] for each in json.loads(run("list", "--json")[1])]
    assert run("new", "mine")[0] == 2
    assert (folder / "mine.md").read_bytes() == written


def test_a_new_deck_is_made_and_its_setting_told(drill_home, run, tmp_path):
    code, out, errors = run("new", "mine", "--deck", tmp_path / "my deck")
    assert (code, out) == (0, f"{tmp_path / 'my deck' / 'mine.md'}\n")
    assert str(drill_home / "settings.toml") in errors
    assert f'decks = ["{tmp_path / "my deck"}"]' in errors
    assert run("new", "mine")[0] == 2
