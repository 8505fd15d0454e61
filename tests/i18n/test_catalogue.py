"""The Chinese catalogue: complete, in step with the source, compiled, and with the same placeholders."""

import re
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="babel is in the i18n group: uv sync --group i18n")

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import drill

SOURCE = Path(drill.__file__).parent
CATALOGUE = SOURCE / "i18n/locale/zh/LC_MESSAGES/drill.po"
CONFIGURATION = SOURCE / "i18n/babel.cfg"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


Forms = tuple[str, ...]


def forms(text: str | Forms | list[str]) -> Forms:
    return (text,) if isinstance(text, str) else tuple(text)


def in_source() -> set[Forms]:
    with CONFIGURATION.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(str(SOURCE), methods, options, KEYWORDS)
    return {forms(message) for _file, _line, message, _comments, _context in found}


def messages(catalogue: Catalog) -> dict[Forms, Forms]:
    return {forms(each.id): forms(each.string) for each in catalogue if each.id and not each.fuzzy}


def translated() -> dict[Forms, Forms]:
    with CATALOGUE.open("rb") as file:
        return messages(read_po(file))


def test_every_message_is_translated_and_nothing_else():
    assert in_source() == set(translated())
    assert [source for source, target in translated().items() if not all(target)] == []


def test_placeholders_are_the_same():
    placeholders = re.compile(r"\{\w*[^}]*\}")
    wrong = [
        source
        for source, target in translated().items()
        if any(set(placeholders.findall(each)) != set(placeholders.findall(source[-1])) for each in target)
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_the_written_one():
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        assert messages(read_mo(file)) == translated()
