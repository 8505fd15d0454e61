"""Keys: from the environment or the system's keyring, and never shown."""

from __future__ import annotations

import os

from drill.i18n import _
from drill.llm.errors import EndpointError, Trouble

SERVICE = "drill"
"""The name under which the keyring keeps keys; the user is the profile."""


class Secret:
    """A key that prints as dots wherever it ends up: in a log, a traceback's locals, a report."""

    __slots__ = ("_value", "source")

    def __init__(self, value: str, source: str) -> None:
        self._value = value
        self.source = source
        """Where it came from, in words for the user."""

    def __repr__(self) -> str:
        return f"Secret(••• from {self.source})"

    def reveal(self) -> str:
        """The key itself, for the header it belongs in."""
        return self._value

    def scrubbed(self, text: str) -> str:
        """A text of the server's, in which the key does not stand."""
        return text.replace(self._value, "•••") if self._value else text


def read_key(source: str, profile: str) -> Secret | None:
    """The key that a source (`env:NAME`, `keyring`, `none`) holds; None where none is wanted.

    Raises `EndpointError` when the source holds none, or something that cannot be one.
    """
    match source.partition(":"):
        case ("env", _colon, name):
            return _checked(os.environ.get(name, ""), f"${name}", _("set ${name}").format(name=name))
        case ("keyring", *_rest):
            return _checked(_from_keyring(profile), "keyring", f"`keyring set {SERVICE} {profile}`")
        case _:
            return None


def _checked(value: str, source: str, remedy: str) -> Secret:
    key = value.strip()
    if not key:
        line = _("no key in {source}; {remedy}, or choose another endpoint.key")
        raise EndpointError(Trouble.SETTINGS, line.format(source=source, remedy=remedy))
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise EndpointError(
            Trouble.SETTINGS,
            _("what {source} holds is no key; {remedy}").format(source=source, remedy=remedy),
        )
    return Secret(key, source)


def _from_keyring(profile: str) -> str:
    try:
        import keyring  # an extra: not every system has one to talk to
        from keyring.errors import KeyringError
    except ImportError:
        line = _("endpoint.key is keyring, which is not installed; `pip install 'llm-drill[keyring]'`")
        raise EndpointError(Trouble.SETTINGS, line) from None
    try:
        return keyring.get_password(SERVICE, profile) or ""
    except KeyringError as error:
        line = _("the keyring cannot be read ({why}); unlock it, or use env:NAME")
        raise EndpointError(Trouble.SETTINGS, line.format(why=error)) from None
