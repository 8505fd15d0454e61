"""The Chinese catalogue: complete, in step with the source, compiled, and with the same placeholders."""

import re
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="babel is in the i18n group: uv sync --group i18n")

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import drill

SOURCE = Path(drill.__file__).parent
CATALOGUE = SOURCE / "i18n/locale/zh/LC_MESSAGES/drill.po"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


def in_source() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(str(SOURCE), keywords=KEYWORDS)
    return {message for _file, _line, message, _comments, _context in found}


def translated() -> dict[str | tuple[str, ...], str | tuple[str, ...]]:
    with CATALOGUE.open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id and not message.fuzzy}


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def test_every_message_is_translated_and_nothing_else():
    assert in_source() == set(translated())
    assert [source for source, target in translated().items() if not all(forms(target))] == []


def test_placeholders_are_the_same():
    placeholders = re.compile(r"\{\w*[^}]*\}")
    wrong = [
        source
        for source, target in translated().items()
        if any(
            set(placeholders.findall(each)) != set(placeholders.findall(forms(source)[-1]))
            for each in forms(target)
        )
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_the_written_one():
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = {message.id: message.string for message in read_mo(file) if message.id}
    assert compiled == translated()
