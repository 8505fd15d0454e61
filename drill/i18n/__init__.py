"""The interface's two languages: English msgids in the source, Chinese in `locale/zh`.

The language is chosen once, before the first screen or line is made; questions and grading have their
own languages, which are settings of their own.
"""

from __future__ import annotations

import gettext as _gettext
import os
from pathlib import Path

_LOCALE = Path(__file__).parent / "locale"
_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def choose_language(setting: str = "auto") -> str:
    """Switch the interface to `setting` (`zh`, `en`, or `auto`: from the locale) and return what it is."""
    global _translations, _language
    _language = _from_locale() if setting == "auto" else setting
    _translations = _gettext.translation("drill", _LOCALE, languages=[_language], fallback=True)
    return _language


def interface_language() -> str:
    """The language the interface speaks now."""
    return _language


def _(message: str) -> str:
    """Translate a message of the interface."""
    return _translations.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate a message that counts something."""
    return _translations.ngettext(one, many, count)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Mark a message for translation where it is defined; `_` translates it where it is shown."""
    return message


def _from_locale() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def percent(share: float) -> str:
    """A share of one as a whole percentage, as both languages write it."""
    return f"{share:.0%}"
