"""An OpenAI-compatible server on loopback that behaves, or misbehaves, as a test tells it to."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def mode(self) -> str:
        """json_schema, json_object or nothing."""
        return self.body.get("response_format", {}).get("type", "")

    @property
    def user(self) -> str:
        return self.body["messages"][-1]["content"]

    @property
    def system(self) -> str:
        return self.body["messages"][0]["content"]


Behaviour = Callable[["Handler", Asked], None]


@dataclass
class Server:
    """What was asked, and where to ask."""

    url: str
    asked: list[Asked] = field(default_factory=list)
    broken_off: threading.Event = field(default_factory=threading.Event)
    """Set when a client went away before it had everything."""
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def modes(self) -> list[str]:
        return [each.mode for each in self.asked if each.body]


class Handler(BaseHTTPRequestHandler):
    """Hands each request to the behaviour whose turn it is; the last one stays."""

    server_state: Server
    behaviours: list[Behaviour]
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        self._respond({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        self._respond(json.loads(self.rfile.read(length)))

    def _respond(self, body: dict[str, Any]) -> None:
        asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        self.server_state.asked.append(asked)
        behave = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
        try:
            behave(self, asked)
        except OSError:
            self.server_state.broken_off.set()
            self.close_connection = True

    def send(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def begin_stream(self) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()

    def event(self, value: object) -> None:
        text = value if isinstance(value, str) else json.dumps(value)
        self.wfile.write(f"data: {text}\n\n".encode())
        self.wfile.flush()

    def wait(self, seconds: float) -> bool:
        """Whether the server is still up after a while."""
        return not self.server_state.closing.wait(seconds)


def chunk(finish: str | None = None, **delta: object) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def says(
    *pieces: str, finish: str = "stop", usage: tuple[int, int] | None = (100, 20), **more: object
) -> Behaviour:
    """Streams a reply in these pieces."""

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.begin_stream()
        for piece in pieces:
            handler.event(chunk(content=piece))
        handler.event(chunk(finish, **more))
        if usage:
            counted = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
            handler.event({**chunk(), "choices": [], "usage": counted})
        handler.event("[DONE]")

    return behave


def floods(piece: str) -> Behaviour:
    """Streams the same piece for as long as anyone listens."""

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.begin_stream()
        while handler.wait(0):
            handler.event(chunk(content=piece))

    return behave


def trickles(pieces: Iterable[str], seconds: float) -> Behaviour:
    """Streams piece by piece, ever so slowly."""

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.begin_stream()
        for piece in pieces:
            handler.event(chunk(content=piece))
            if not handler.wait(seconds):
                return

    return behave


def streams_raw(*events: object) -> Behaviour:
    """Streams events that need not be chunks, and breaks off."""

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.begin_stream()
        for event in events:
            handler.event(event)

    return behave


def answers(status: int, body: object, kind: str = "application/json", **headers: str) -> Behaviour:
    """Answers at once with a body that need not be a completion."""
    written = body.encode() if isinstance(body, str) else json.dumps(body).encode()

    def behave(handler: Handler, _asked: Asked) -> None:
        handler.send(status, written, kind, **headers)

    return behave


def refuses(status: int, message: str = "", **more: object) -> Behaviour:
    """Answers with an error as OpenAI words one; the SDK is told not to wait long before it tries again."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": None, **more}}
    return answers(status, body, retry_after_ms="1")


def hangs(handler: Handler, _asked: Asked) -> None:
    """Takes the request and never answers."""
    while handler.wait(0.02):
        handler.connection.setblocking(False)
        with suppress(BlockingIOError, ssl.SSLWantReadError):
            if handler.connection.recv(1) == b"":
                raise ConnectionResetError
        handler.connection.setblocking(True)
    handler.close_connection = True


def drops(handler: Handler, _asked: Asked) -> None:
    """Breaks the connection without a word."""
    handler.close_connection = True
    handler.connection.close()


@contextmanager
def serving(*behaviours: Behaviour, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server that behaves in each of these ways in turn, and in the last one for ever after."""
    state = Server("")
    made = type("Made", (Handler,), {"server_state": state, "behaviours": list(behaviours)})
    http = ThreadingHTTPServer(("127.0.0.1", 0), made)
    http.daemon_threads = True
    http.handle_error = lambda *_: None  # type: ignore[method-assign]
    if tls:
        http.socket = tls.wrap_socket(http.socket, server_side=True)
    state.url = f"{'https' if tls else 'http'}://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()


def judges(
    decide: Callable[[str, str], tuple[str, str]], said: dict[str, Any] | None = None, pieces: int = 1
) -> Behaviour:
    """Judges an answer as grading asks: `decide` makes verdict and quote of a statement and the answer.

    `said` is what else the reply holds; it is streamed in so many pieces.
    """

    def behave(handler: Handler, asked: Asked) -> None:
        statements, answer = judged_in(asked)
        verdicts = {}
        for each in statements:
            verdict, quote = decide(each["text"], answer)
            verdicts[each["id"]] = {"evidence": quote, "verdict": verdict}
        reply = {"verdicts": verdicts, "to_grader": [], "advice": {}, "followup": "", **(said or {})}
        text = json.dumps(reply, ensure_ascii=False)
        size = -(-len(text) // pieces)
        says(*(text[at : at + size] for at in range(0, len(text), size)))(handler, asked)

    return behave


def judged_in(asked: Asked) -> tuple[list[dict[str, str]], str]:
    """The statements and the answer of a request to judge."""
    material, _blank, rest = asked.user.partition("\n\n[")
    mark = rest[: rest.index("]")]
    answer = rest.split(f"{mark}]\n", 1)[1].split(f"\n[{mark}]")[0]
    return json.loads(material)["statements"], answer
