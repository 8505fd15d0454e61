"""A wrong endpoint is named in one line that says what to mend, and a key stands in none of it."""

from __future__ import annotations

import logging
import shutil
import socket
import ssl
import subprocess
import sys
import traceback
from pathlib import Path
from types import ModuleType

import pytest

from drill.llm.client import opened
from drill.llm.endpoints import addresses, endpoint_of
from drill.llm.errors import EndpointError, Trouble
from drill.llm.keys import Secret
from drill.settings import EndpointSettings
from tests.llm.conftest import QUESTION, Ask, endpoint_at, score
from tests.llm.server import Asked, Behaviour, Handler, answers, refuses, says, serving

GOOD = '{"score": 3}'
KEY = "sk-0123456789abcdef"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def under(prefix: str, otherwise: Behaviour) -> Behaviour:
    """An API that lives under a path only."""

    def behave(handler: Handler, asked: Asked) -> None:
        (says(GOOD) if asked.path == f"{prefix}/chat/completions" else otherwise)(handler, asked)

    return behave


PAGE = answers(200, "<!doctype html><title>Welcome</title>", "text/html; charset=utf-8")
NO_PATH = {
    "fastapi": answers(404, {"detail": "Not Found"}),
    "llama.cpp": answers(
        404, {"error": {"code": 404, "message": "File Not Found", "type": "not_found_error"}}
    ),
    "nginx": answers(404, "<html>404 Not Found</html>", "text/html"),
    "a page": PAGE,
    "wrong method": answers(405, {"detail": "Method Not Allowed"}),
}


@pytest.mark.parametrize("lives", ["/v1", ""])
@pytest.mark.parametrize("written", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_the_address_may_be_written_with_and_without_its_version(ask: Ask, lives: str, written: str):
    with serving(under(lives, NO_PATH["fastapi"])) as server:
        assert await ask(server.url + written) == 3


@pytest.mark.parametrize("otherwise", NO_PATH.values(), ids=NO_PATH.keys())
async def test_whatever_an_address_without_an_api_says_the_other_one_is_tried(ask: Ask, otherwise: Behaviour):
    with serving(under("", otherwise)) as server:
        assert await ask(server) == 3


@pytest.mark.parametrize("written", ["/api/v3", "/api/v3/", "/api/v3/chat/completions"])
async def test_an_api_may_live_elsewhere(ask: Ask, written: str):
    with serving(under("/api/v3", NO_PATH["fastapi"])) as server:
        assert await ask(server.url + written) == 3


def test_addresses_are_tried_as_they_were_probably_meant():
    assert addresses("http://h:1") == ("http://h:1/v1", "http://h:1")
    assert addresses("http://h:1/v1/") == ("http://h:1/v1", "http://h:1")
    assert addresses("http://h/api/paas/v4") == ("http://h/api/paas/v4", "http://h/api/paas/v4/v1")


async def test_the_address_that_worked_is_remembered():
    with serving(under("", answers(404, {"detail": "Not Found"}))) as server:
        async with opened(endpoint_at(server)) as model:
            await model.ask(QUESTION, score)
        async with opened(endpoint_at(server), model.dialect.as_json()) as again:
            await again.ask(QUESTION, score)
    assert [each.path for each in server.asked] == [
        "/v1/chat/completions",
        "/chat/completions",
        "/chat/completions",
    ]


MODELS = {
    "object": "list",
    "data": [{"id": "qwen3:8b", "object": "model"}, {"id": "llama3", "object": "model"}],
}
NO_MODEL = {
    "openai": refuses(404, "The model `m` does not exist", code="model_not_found"),
    "vllm": answers(404, {"object": "error", "message": "The model `m` does not exist.", "code": 404}),
    "ollama": refuses(404, 'model "m" not found, try pulling it first'),
    "another": refuses(400, "Invalid model name passed in: unknown model m"),
}


@pytest.mark.parametrize("missing", NO_MODEL.values(), ids=NO_MODEL.keys())
async def test_a_model_that_is_not_there_is_told_with_those_that_are(ask: Ask, missing):
    def behave(handler: Handler, asked: Asked) -> None:
        (answers(200, MODELS) if asked.path == "/v1/models" else missing)(handler, asked)

    with serving(behave) as server, pytest.raises(EndpointError) as caught:
        await ask(server)
    assert "no model 'm'; it has qwen3:8b, llama3; set endpoint.model" in str(caught.value)
    assert caught.value.trouble is Trouble.SETTINGS


FAULTS = {
    "a web page": (PAGE, "answers with HTML", Trouble.SETTINGS),
    "a file": (answers(200, "hello", "text/plain"), "answers with text/plain", Trouble.SETTINGS),
    "an error that says 200": (answers(200, {"error": "no"}), "not as an API", Trouble.SETTINGS),
    "no such path": (NO_PATH["fastapi"], "no chat completions there (404)", Trouble.SETTINGS),
    "no key given": (refuses(401, "missing key"), "wants a key (401); set endpoint.key", Trouble.SETTINGS),
    "forbidden": (refuses(403, "no"), "wants a key (403)", Trouble.SETTINGS),
    "no money": (refuses(402, "Insufficient Balance"), "no credit left (402)", Trouble.SETTINGS),
    "no quota": (refuses(429, "You exceeded your current quota"), "no credit left", Trouble.SETTINGS),
    "too many": (refuses(429, "slow down"), "too many requests", Trouble.UNREACHABLE),
    "broken": (refuses(500, "oops"), "the server failed (500)", Trouble.UNREACHABLE),
    "down": (answers(502, "<html>", "text/html", retry_after_ms="1"), "(502)", Trouble.UNREACHABLE),
    "too long": (refuses(400, "maximum context length is 512 tokens"), "maximum context", Trouble.SETTINGS),
}


@pytest.mark.parametrize(("behaviour", "said", "trouble"), FAULTS.values(), ids=FAULTS.keys())
async def test_a_fault_is_one_line_that_says_what_to_mend(ask: Ask, behaviour, said, trouble):
    with serving(behaviour) as server, pytest.raises(EndpointError) as caught:
        await ask(server)
    assert said in str(caught.value)
    assert server.url in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.trouble is trouble


async def test_nothing_listens(ask: Ask):
    with pytest.raises(EndpointError, match="nothing listens there; start the server"):
        await ask(f"http://127.0.0.1:{free_port()}")


async def test_no_such_host(ask: Ask):
    with pytest.raises(EndpointError, match="no such host"):
        await ask("http://no-such-host.invalid/v1")


async def test_plain_http_behind_https(ask: Ask):
    with (
        serving(says(GOOD)) as server,
        pytest.raises(EndpointError, match="does not speak TLS; write http://"),
    ):
        await ask(server.url.replace("http://", "https://"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that signs itself, with its key in the same file."""
    if not shutil.which("openssl"):
        pytest.skip("needs the openssl program to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
            ),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return folder


async def test_a_certificate_that_signs_itself(ask: Ask, certificate: Path, monkeypatch: pytest.MonkeyPatch):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with serving(says(GOOD), tls=tls) as server:
        with pytest.raises(
            EndpointError, match=r"certificate is not trusted; name its CA in \$SSL_CERT_FILE"
        ):
            await ask(server)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
        assert await ask(server) == 3


async def test_no_proxy_stands_before_this_machine(ask: Ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    with serving(says(GOOD)) as server:
        assert await ask(server) == 3


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MY_KEY", KEY)
    return "env:MY_KEY"


async def test_the_key_goes_into_its_header_and_no_other_key_does(
    ask: Ask, key: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-someone-else")
    with serving(says(GOOD)) as server:
        await ask(server, key=key)
        await ask(server)
    with_key, without = server.asked
    assert with_key.headers["authorization"] == f"Bearer {KEY}"
    assert "sk-of-someone-else" not in str(without.headers)


ECHOES = {
    "refused": refuses(401, f"Incorrect API key provided: {KEY}"),
    "explained": refuses(400, f"bad request with {KEY}"),
    "failed": refuses(500, f"crash while handling {KEY}"),
    "a page": answers(200, f"<html>{KEY}</html>", "text/html"),
}


@pytest.mark.parametrize("behaviour", ECHOES.values(), ids=ECHOES.keys())
async def test_a_key_stands_in_no_error_no_traceback_and_no_log(
    ask: Ask, key: str, behaviour, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    with serving(behaviour) as server, pytest.raises(EndpointError) as caught:
        await ask(server, key=key)
    trace = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    assert KEY not in str(caught.value)
    ours = [frame for frame in trace.stack if "/tests/" not in frame.filename]
    assert ours
    assert KEY not in str([frame.locals for frame in ours])
    assert KEY not in caplog.text
    assert KEY not in repr(endpoint_at(server, key=key))


async def test_a_refused_key_is_named_by_its_source(ask: Ask, key: str):
    with (
        serving(ECHOES["refused"]) as server,
        pytest.raises(EndpointError, match=r"the key from \$MY_KEY \(401\)"),
    ):
        await ask(server, key=key)


def test_a_key_prints_as_dots():
    secret = Secret(KEY, "$MY_KEY")
    assert KEY not in f"{secret} {secret!r} {[secret]}"
    assert secret.reveal() == KEY


SETTINGS = {
    "no model": ({"profile": "ollama"}, "no model is named; set endpoint.model"),
    "no address": ({"profile": "custom", "model": "m"}, "set endpoint.base_url"),
    "no key": ({"profile": "openai", "model": "m"}, "set $OPENAI_API_KEY"),
    "an empty key": ({"profile": "vllm", "model": "m", "key": "env:EMPTY_KEY"}, "set $EMPTY_KEY"),
    "no keyring": ({"profile": "vllm", "model": "m", "key": "keyring"}, "keyring"),
}


@pytest.mark.parametrize(("given", "said"), SETTINGS.values(), ids=SETTINGS.keys())
def test_what_the_settings_lack_is_named_before_anything_is_sent(
    given, said, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("EMPTY_KEY", " ")
    with pytest.raises(EndpointError) as caught:
        endpoint_of(EndpointSettings(**given))
    assert said in str(caught.value)


class Keyring(ModuleType):
    """A keyring that holds one key, or is locked."""

    class KeyringError(Exception):
        pass

    def __init__(self, held: str | None, *, locked: bool = False) -> None:
        super().__init__("keyring")
        self.held, self.locked = held, locked
        self.asked: list[tuple[str, str]] = []

    def get_password(self, service: str, user: str) -> str | None:
        self.asked.append((service, user))
        if self.locked:
            raise self.KeyringError("locked")
        return self.held


def keyring(monkeypatch: pytest.MonkeyPatch, held: str | None, *, locked: bool = False) -> Keyring:
    made = Keyring(held, locked=locked)
    errors = ModuleType("keyring.errors")
    errors.KeyringError = Keyring.KeyringError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", made)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    return made


async def test_a_key_comes_from_the_keyring_under_the_name_of_the_profile(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
):
    held = keyring(monkeypatch, KEY)
    with serving(says(GOOD)) as server:
        await ask(server, profile="deepseek", key="keyring")
    assert held.asked == [("drill", "deepseek")]
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("locked", "said"), [(True, "cannot be read (locked)"), (False, "keyring set drill vllm")]
)
def test_a_keyring_that_is_locked_or_empty_is_told(locked: bool, said: str, monkeypatch: pytest.MonkeyPatch):
    keyring(monkeypatch, None, locked=locked)
    with pytest.raises(EndpointError) as caught:
        endpoint_of(EndpointSettings(profile="vllm", model="m", key="keyring"))
    assert said in str(caught.value)


@pytest.mark.parametrize("value", ["two words", "schlüssel", "a\nb"])
def test_what_cannot_be_a_key_is_not_sent_and_not_shown(value, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(EndpointError) as caught:
        endpoint_of(EndpointSettings(profile="vllm", model="m", key="env:MY_KEY"))
    assert value not in str(caught.value)


def test_the_profiles_are_the_ones_that_the_settings_take():
    from drill.llm.endpoints import PROFILES
    from drill.settings import PROFILES as NAMES

    assert tuple(PROFILES) == NAMES


def test_no_endpoint_is_asked_where_none_is_set_up():
    assert endpoint_of(EndpointSettings()) is None
