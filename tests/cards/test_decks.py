"""Folders of cards: no odd file, fault or double costs the other cards; a second start reads none."""

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from drill.cards.decks import builtin, folders, load_decks
from drill.settings import Settings

PLAIN = "# Front\nBack\n"


def faults_of(decks):
    return [(Path(each.path).name, each.line, each.message) for each in decks.faults]


def test_a_plain_folder_is_a_deck(write):
    deck = write({"b.md": PLAIN, "a/x.md": "---\nid: own\n---\n" + PLAIN, "notes.txt": "no"})
    decks = load_decks([deck])
    assert list(decks.cards) == ["own", "deck-b"]
    assert decks.faults == ()
    assert decks.title("deck", "en") == "deck"


def test_deck_toml_gives_title_language_and_order(write, complete):
    files = {**complete, "extra.md": PLAIN, "first.md": PLAIN.replace("#", "---\nid: first\n---\n#")}
    files["deck.toml"] = files["deck.toml"].replace('["size"]', '["first", "size"]')
    decks = load_decks([write(files)])
    assert list(decks.cards) == ["first", "size", "deck-extra"]
    assert decks.cards["first"].base == "zh"
    assert (decks.title("deck", "zh"), decks.title("deck", "en"), decks.title("deck", "fr")) == (
        "一",
        "One",
        "一",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "cannot be read"),
        ("titel = 'x'", "titel is unknown"),
        ("cards = 'kv'", "cards takes a list"),
        ("standard = 'high'", 'takes "explain"'),
        ("cards = ['absent']", "lists 'absent', which no card here is"),
    ],
)
def test_a_fault_in_deck_toml_leaves_the_cards_alone(write, text, said):
    decks = load_decks([write({"deck.toml": text, "a.md": PLAIN})])
    assert list(decks.cards) == ["deck-a"]
    assert [name for name, _, message in faults_of(decks) if said in message] == ["deck.toml"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("bad.md", "# 题\n中文".encode("gb18030"), "GB18030"),
        ("bad.md", b"# a\n\xff\n", "byte 4"),
        ("bad.md", b"# a\0\n", "NUL"),
        ("bad.md", b"# " + b"x" * 5_000_000, "larger"),
        ("bad.md", "no title\n", "no title"),
        ("bad.md", "---\nid: [\n---\n# T\n", "column"),
        ("a.en.md", b"\xff", "byte 0"),
        ("lost.says.md", "## a\n- b\n", "belongs to lost.md"),
    ],
)
def test_one_bad_file_never_costs_the_others(write, name, content, said):
    decks = load_decks([write({**{f"{n}.md": PLAIN for n in "abc"}, name: content})])
    assert list(decks.cards) == ["deck-a", "deck-b", "deck-c"]
    assert [found for found, _, message in faults_of(decks) if said in message] == [name]


def test_hidden_files_readmes_and_other_kinds_are_no_cards(write):
    deck = write({".git/a.md": PLAIN, ".b.md": PLAIN, "README.md": PLAIN, "c.markdown": PLAIN, "d.md": PLAIN})
    decks = load_decks([deck])
    assert (list(decks.cards), decks.faults) == (["deck-d"], ())


def test_a_loop_of_links_ends(write):
    deck = write({"in/a.md": PLAIN})
    (deck / "in" / "again").symlink_to(deck, target_is_directory=True)
    decks = load_decks([deck])
    assert (list(decks.cards), decks.faults) == (["deck-in-a"], ())


def test_a_link_to_nowhere_is_reported(write):
    deck = write({"a.md": PLAIN})
    (deck / "b.md").symlink_to(deck / "gone.md")
    decks = load_decks([deck])
    assert list(decks.cards) == ["deck-a"]
    assert [name for name, _, _ in faults_of(decks)] == ["b.md"]


def test_a_folder_that_is_not_there_is_reported(tmp_path, write):
    decks = load_decks([tmp_path / "gone", write({"a.md": PLAIN})])
    assert list(decks.cards) == ["deck-a"]
    assert [(name, "cannot be read" in message) for name, _, message in faults_of(decks)] == [("gone", True)]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_reported(write):
    deck = write({"a.md": PLAIN, "b.md": PLAIN, "c/d.md": PLAIN})
    (deck / "b.md").chmod(0)
    (deck / "c").chmod(0)
    decks = load_decks([deck])
    (deck / "c").chmod(0o700)
    assert list(decks.cards) == ["deck-a"]
    assert [name for name, _, _ in faults_of(decks)] == ["c", "b.md"]


def test_names_in_either_unicode_form_are_one(write):
    composed, decomposed = (unicodedata.normalize(form, "é") for form in ("NFC", "NFD"))
    only = load_decks([write({f"{decomposed}.md": PLAIN, f"{composed}.en.md": PLAIN}, "one")])
    assert list(only.cards) == [f"one-{composed}"]
    deck = write({f"{composed}.md": PLAIN, f"{decomposed}.md": PLAIN}, "two")
    if len(list(deck.iterdir())) == 2:
        both = load_decks([deck])
        assert list(both.cards) == [f"two-{composed}"]
        assert "Unicode form" in both.faults[0].message


# --- identity ----------------------------------------------------------------------------------------


def test_a_doubled_id_names_both_places_and_the_first_keeps_it(write):
    one = write({"a.md": "---\ntags: []\nid: x\n---\n# First\n"}, "one")
    two = write({"b.md": "---\nid: x\n---\n# Second\n"}, "two")
    decks = load_decks([one, two])
    assert decks.cards["x"].texts["en"].title == "First"
    (fault,) = decks.faults
    assert (fault.path, fault.line) == (str(two / "b.md"), 2)
    assert f"{one / 'a.md'}:3" in fault.message


def test_a_copy_in_the_same_folder_is_the_one_that_is_left_out(write):
    text = "---\nid: kv\n---\n# Front\n"
    deck = write({"a copy of kv.md": text, "kv.md": text.replace("Front", "Original")})
    decks = load_decks([deck])
    assert decks.cards["kv"].texts["en"].title == "Original"
    assert [name for name, _, _ in faults_of(decks)] == ["a copy of kv.md"]


def test_scans_agree_on_cards_without_an_id(write):
    decks = [write({"same.md": PLAIN}, name) for name in ("one", "two")]
    scans = [list(load_decks(decks).cards) for _ in range(3)]
    assert scans == [["one-same", "two-same"]] * 3


def test_a_card_that_comes_back_has_its_id_again(write):
    deck = write({"a.md": PLAIN, "b.md": PLAIN})
    before = list(load_decks([deck]).cards)
    (deck / "a.md").unlink()
    assert list(load_decks([deck]).cards) == ["deck-b"]
    write({"a.md": PLAIN})
    assert list(load_decks([deck]).cards) == before


def test_former_ids_lead_to_the_card_and_cannot_hide_another(write):
    files = {
        "a.md": "---\nid: new\naliases: [old, taken]\n---\n# A\n",
        "b.md": "---\nid: taken\naliases: old\n---\n# B\n",
    }
    decks = load_decks([write(files)])
    assert decks.current("old") == "new"
    assert decks.current("taken") == "taken"
    assert [message.split(" stands")[0] for _, _, message in faults_of(decks)] == [
        "alias 'taken'",
        "alias 'old'",
    ]


# --- the cache ------------------------------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch):
    """The names of the markdown files whose bodies were opened, once `clear` was called."""
    names = []
    open_path = Path.open

    def watch(self, *args, **kwargs):
        names.append(self.name)
        return open_path(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", watch)
    return names


def test_a_second_start_reads_no_card(write, complete, tmp_path, opened):
    deck, cache = write({**complete, "bad.md": "no title"}), tmp_path / "home" / "cache"
    opened.clear()
    first = load_decks([deck], cache)
    assert {"bad.md", "size.md", "size.en.md", "size.says.md"} <= set(opened)
    opened.clear()
    second = load_decks([deck], cache)
    assert [name for name in opened if name.endswith(".md")] == []
    assert second == first


@pytest.mark.parametrize("name", ["size.md", "size.en.md", "size.says.md"])
def test_a_changed_file_is_read_again(write, complete, tmp_path, name):
    deck, cache = write(complete), tmp_path / "cache"
    before = load_decks([deck], cache).cards["size"]
    path = deck / name
    path.write_text(path.read_text().replace("another", "one more").replace("put", "say").replace("一", "二"))
    os.utime(path, ns=(0, 1))
    after = load_decks([deck], cache).cards["size"]
    assert after == load_decks([deck]).cards["size"]
    assert (after.digest == before.digest) == (after.texts == before.texts and after.says == before.says)


def test_another_deck_setting_reads_again(write, complete, tmp_path):
    deck, cache = write({**complete, "deck.toml": ""}), tmp_path / "cache"
    load_decks([deck], cache)
    (deck / "deck.toml").write_text('id = "other"\n')
    assert load_decks([deck], cache).cards["size"].deck == "other"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"40 GiB", b"41 GiB"),
        lambda data: data.replace(b".py", b".px", 1),
        lambda data: b"\x80\x04\x95not json\n" + data,
        lambda data: b"[1]\n[]",
        lambda data: b"[" * 100_000,
    ],
)
def test_a_damaged_or_foreign_cache_is_not_believed(write, complete, tmp_path, damage):
    deck, cache = write(complete), tmp_path / "cache"
    first = load_decks([deck], cache)
    cache.write_bytes(damage(cache.read_bytes()))
    assert load_decks([deck], cache) == first


def test_a_home_that_cannot_be_written_is_no_fault(write, complete, tmp_path):
    (tmp_path / "file").write_text("")
    decks = load_decks([write(complete)], tmp_path / "file" / "cache")
    assert list(decks.cards) == ["size"]


def test_a_cached_start_imports_no_parser(write, complete, tmp_path):
    deck, cache = write(complete), tmp_path / "cache"
    load_decks([deck], cache)
    code = (
        "import json, sys; from pathlib import Path; from drill.cards.decks import load_decks\n"
        "from drill.cards.items import items\n"
        "decks = load_decks([Path(sys.argv[1])], Path(sys.argv[2]))\n"
        "[items(card) for card in decks.cards.values()]\n"
        "print(json.dumps([len(decks.cards), sorted(sys.modules)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(deck), str(cache)], capture_output=True, text=True, check=True
    )
    count, modules = json.loads(done.stdout)
    assert count == 1
    assert not {"markdown_it", "mdit_py_plugins", "yaml", "pint", "numpy", "drill.cards.reader"} & set(
        modules
    )


# --- which folders ---------------------------------------------------------------------------------------


def test_the_settings_name_the_folders(tmp_path):
    own = (str(tmp_path / "one"), "~/two")
    assert folders(Settings(decks=own)) == (builtin(), tmp_path / "one", Path.home() / "two")
    assert folders(Settings(builtin_deck=False)) == ()
    assert (builtin() / "deck.toml").is_file()
