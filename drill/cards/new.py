"""A file for a new card, laid out so that it is a valid plain card before a word is changed."""

from __future__ import annotations

from pathlib import Path

from drill.cards.decks import Decks
from drill.cards.reader import CARD_ID
from drill.cards.source import nfc
from drill.errors import UsageError
from drill.i18n import _


def write_card(card_id: str, folder: Path, decks: Decks) -> Path:
    """Write `<id>.md` into a folder, which is made where it is missing, and return its path.

    Raises `UsageError` for what is no id, is taken, or is a file already; nothing is ever overwritten.
    """
    card_id = nfc(card_id)
    if not CARD_ID.fullmatch(card_id):
        raise UsageError(_("{id!r} is no id; use letters, digits, `-`, `_` and `.`").format(id=card_id))
    if taken := decks.cards.get(decks.current(card_id)):
        raise UsageError(_("id {id} is taken by {path}").format(id=card_id, path=taken.path))
    path = folder / f"{card_id}.md"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(_template(card_id))
    except FileExistsError as error:
        raise UsageError(_("{path} exists; choose another id").format(path=path)) from error
    except OSError as error:
        message = _("{path}: cannot be written ({reason})")
        raise UsageError(message.format(path=path, reason=error.strerror)) from error
    return path


def _template(card_id: str) -> str:
    question = _("Your question, as an interviewer would put it")
    answer = _("What a good answer says. This much is a card: a question and its answer.")
    return f"---\nid: {card_id}\ntags: []\n---\n# {question}\n\n{answer}\n"
