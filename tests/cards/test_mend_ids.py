"""Giving a copied card an id of its own: one edit, and no other byte of the file changes."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.cards.decks import load_decks
from drill.cards.frontmatter import read_front_matter
from drill.cards.mend import mend_ids, with_id
from drill.errors import DrillError

CARD = b"---\nid: kv\ntags: [a]\n---\n# Front\nBack\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CARD, CARD.replace(b"kv", b"new")),
        (CARD.replace(b"\n", b"\r\n"), CARD.replace(b"kv", b"new").replace(b"\n", b"\r\n")),
        (CARD.replace(b"\n", b"\r"), CARD.replace(b"kv", b"new").replace(b"\n", b"\r")),
        (b"\xef\xbb\xbf" + CARD, b"\xef\xbb\xbf" + CARD.replace(b"kv", b"new")),
        (b"---\nid:   'kv'   # mine\n---\n# F", b"---\nid: new   # mine\n---\n# F"),
        (b"---\ntags: [a]\n---\n# F\nid: kv\n", b"---\nid: new\ntags: [a]\n---\n# F\nid: kv\n"),
        (b"# F\r\nB", b"---\r\nid: new\r\n---\r\n# F\r\nB"),
        (b"# F", b"---\nid: new\n---\n# F"),
        (b"\xef\xbb\xbf# F\n", b"\xef\xbb\xbf---\nid: new\n---\n# F\n"),
    ],
)
def test_only_the_id_changes(before, after):
    assert with_id(before, "new", "x.md") == after


@pytest.mark.parametrize(
    "unusual", [b"---\n{id: kv}\n---\n# F\n", b"---\nid:\n  kv\n---\n# F\n", b"---\n'id': kv\n---\n# F"]
)
def test_an_unusual_layout_is_left_to_a_person(unusual):
    with pytest.raises(DrillError, match=r"x\.md: write `id: new`"):
        with_id(unusual, "new", "x.md")


@given(
    st.lists(st.sampled_from(["tags: [a]", "level: core", "# note", ""]), unique=True),
    st.text(alphabet="ab漢\n#-: ", max_size=40),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_the_rest_of_any_file_stays(front, body, end):
    text = "\n".join(["---", *front, "id: kv", "---", body]).replace("\n", end)
    edited = with_id(text.encode(), "new-id", "x.md").decode()
    assert edited == text.replace("id: kv", "id: new-id", 1)
    assert read_front_matter(edited.replace("\r\n", "\n").replace("\r", "\n")).values["id"] == "new-id"


def test_the_copies_get_free_ids_in_all_their_files(write):
    files = {
        "kv.md": CARD,
        "copy.md": CARD,
        "copy.en.md": b"---\nid: kv\n---\n# Front\n",
        "copy.fr.md": b"# Face\n",
        "copy.de.md": b"---\n[\n---\n# Front\n",
        "more.md": CARD,
        "kv-2.md": CARD.replace(b"kv", b"kv-2"),
    }
    deck = write(files)
    done = mend_ids([deck])
    assert [line.rpartition(" ")[2] for line in done] == ["kv-3", "kv-4"]
    decks = load_decks([deck])
    assert [fault.path for fault in decks.faults] == [str(deck / "copy.de.md")]
    assert set(decks.cards) == {"kv", "kv-2", "kv-3", "kv-4"}
    assert set(decks.cards["kv-3"].texts) == {"en", "fr"} | {decks.cards["kv-3"].base}
    assert (deck / "kv.md").read_bytes() == CARD
    assert (deck / "copy.fr.md").read_bytes() == files["copy.fr.md"]
    assert mend_ids([deck]) == ()


def test_mode_and_links_stay(write, tmp_path):
    deck = write({"kv.md": CARD})
    target = write({"real.md": CARD}, "elsewhere") / "real.md"
    target.chmod(0o640)
    (deck / "link.md").symlink_to(target)
    mend_ids([deck])
    assert (deck / "link.md").is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert b"id: kv-2" in target.read_bytes()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_lost(write):
    deck = write({"kv.md": CARD, "copy.md": CARD})
    deck.chmod(0o500)
    with pytest.raises(DrillError, match=r"copy\.md: cannot be written"):
        mend_ids([deck])
    deck.chmod(0o700)
    assert sorted(path.name for path in deck.iterdir()) == ["copy.md", "kv.md"]
    assert (deck / "copy.md").read_bytes() == CARD
