"""New ids for cards whose id is taken: the one edit that the program makes in a user's markdown.

Only the id changes, every other byte stays, and a file is replaced whole or not at all. The card that
had the id first keeps it, and with it its history.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from drill.cards.decks import load_decks
from drill.cards.fault import Fault
from drill.cards.folder import scan
from drill.cards.frontmatter import FrontMatterError, read_front_matter
from drill.cards.source import Source, decode
from drill.errors import DrillError

_ID_LINE = re.compile(rb"(?<=[\r\n])(id[ \t]*:)[^\r\n#]*?(?=[ \t]*(?:#[^\r\n]*)?[\r\n])")


def mend_ids(folders: Sequence[Path]) -> tuple[str, ...]:
    """Give each card that was left out an id of its own; a line for each says what was done.

    Raises `DrillError` where a file cannot be edited; those before it stay mended.
    """
    done = []
    decks = load_decks(folders)
    taken: set[str] = {*decks.cards, *decks.aliases}
    entries = {entry.base.path: entry for folder in folders for entry in scan(folder).entries}
    for card in decks.left_out:
        new = next(name for number in count(2) if (name := f"{card.id}-{number}") not in taken)
        taken.add(new)
        entry = entries[card.path]
        translations = [Path(file.path) for file in entry.translations.values()]
        for path in [Path(card.path), *filter(_gives_id, translations)]:
            _replace(path, with_id(path.read_bytes(), new, str(path)))
        done.append(f"{card.path}: id {card.id} is now {new}")
    return tuple(done)


def with_id(data: bytes, new: str, path: str) -> bytes:
    """A file's bytes with another id, and nothing else changed.

    Raises `DrillError` where the front matter is written in a way that takes a person to edit.
    """
    text = _source(data, path).text
    length = read_front_matter(text).length
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    end_of_line = found[0] if (found := re.search(rb"\r\n|\r|\n", data)) else b"\n"
    body = data[len(mark) :]
    line = b"id: " + new.encode()
    if not length:
        edited = end_of_line.join((b"---", line, b"---", body))
    else:
        lines = re.split(rb"(?<=\n)|(?<=\r)(?!\n)", body)
        front, rest = b"".join(lines[:length]), b"".join(lines[length:])
        front, found_id = _ID_LINE.subn(lambda at: at[1] + b" " + new.encode(), front, count=1)
        if not found_id:
            front = lines[0] + line + end_of_line + front[len(lines[0]) :]
        edited = front + rest
    try:
        if read_front_matter(_source(mark + edited, path).text).values.get("id") == new:
            return mark + edited
    except FrontMatterError:
        pass
    raise DrillError(f"{path}: write `id: {new}` into its front matter by hand; it is laid out unusually")


def _gives_id(path: Path) -> bool:
    try:
        return "id" in read_front_matter(_source(path.read_bytes(), str(path)).text).values
    except (DrillError, FrontMatterError):
        return False  # reported by reading; no id was taken from it


def _source(data: bytes, path: str) -> Source:
    source = decode(path, data)
    if isinstance(source, Fault):
        raise DrillError(str(source))
    return source


def _replace(path: Path, data: bytes) -> None:
    """Put a file's new bytes in its place; a link goes on pointing where it did."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.new")
    try:
        beside.write_bytes(data)
        shutil.copymode(target, beside)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise DrillError(
            f"{path}: cannot be written ({error.strerror}); nothing was changed in it"
        ) from error
