"""A chat endpoint on this machine that does as it is told: it answers, or misbehaves as endpoints in the wild do."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """One answer of the endpoint: status, headers, body, and how long it takes its time."""

    body: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def says(content: str | None, *, finish_reason: str = "stop") -> Answer:
    """A chat completion with this text."""
    choice = {"index": 0, "finish_reason": finish_reason, "message": {"role": "assistant", "content": content}}
    return Answer(json.dumps({"id": "1", "object": "chat.completion", "model": "m", "created": 1, "choices": [choice]}))


def fails(status: int, message: str = "no", code: str | None = None, **headers: str) -> Answer:
    """An error as OpenAI's protocol has it."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps({"error": {"message": message, "code": code}}), status, named)


@dataclass
class Endpoint:
    """A running endpoint: its address, what it was sent, and what it will answer."""

    url: str
    script: list[Answer] | Callable[[dict], Answer]
    requests: list[dict] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def next(self, request: dict) -> Answer:
        self.requests.append(request)
        if callable(self.script):
            return self.script(request)
        # The last answer is given again and again.
        return self.script[min(len(self.requests), len(self.script)) - 1]


@contextmanager
def endpoint(*script: Answer, answer: Callable[[dict], Answer] | None = None) -> Iterator[Endpoint]:
    """An endpoint that gives these answers in order, or what a function makes of each request."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            running.keys.append(self.headers["Authorization"])
            reply = running.next(request)
            time.sleep(reply.seconds)
            content = reply.body.encode()
            with suppress(OSError):  # whoever asked may have stopped waiting
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1", answer or list(script))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
