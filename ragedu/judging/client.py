"""Asking a chat model and getting a readable answer: the connection, trying again, and the file of earlier replies."""

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any, Literal, TypeVar

from ragedu.extras import missing
from ragedu.judging.cache import ReplyCache
from ragedu.judging.judges import JudgeError
from ragedu.judging.prompts import Message, Prompt, sendable
from ragedu.judging.replies import UnreadableReply, read_reply, without_thoughts

T = TypeVar("T")
Structured = Literal["json_schema", "json_object", "none"]

LONGEST_WAIT = 60.0
"""However long an endpoint asks us to wait, we come back after so many seconds."""

SHOWN_BACK = 2000
"""So many characters of an unreadable reply are sent back with the complaint; a runaway reply can be very long."""

WANTED, WANTED_OBJECT = "Send the answer.", "Send only the JSON object, in the form shown."
"""What a model is told that is asked again, for a text and for an object."""

TRY_AGAIN = {408, 409, 425, 429}
"""Status codes of an endpoint, beside those from 500 up, after which the same request may succeed."""

ADVICE = {
    400: "If it is about response_format, use structured='none'; if about temperature, temperature=None",
    401: "Check api_key",
    402: "Check the account that the key belongs to",
    403: "Check what the key is allowed to use",
    404: "Check the model's name and base_url; most endpoints end in /v1",
    413: "The texts are too long for this endpoint; judge fewer claims or passages at once",
    422: "If it is about response_format, use structured='none'; if about temperature, temperature=None",
}


class _Passing(Exception):
    """A trouble that may pass; wait is how long the endpoint asked us to, None if it did not say."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class ChatClient:
    """One model at one endpoint, asked with prompts of ours. `ragedu.judging.ChatJudge` says what the options mean.

    calls and from_cache count the requests sent and the replies that needed none.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        cache: str | Path | None = None,
        offline: bool = False,
        timeout: float = 60.0,
        attempts: int = 4,
        temperature: float | None = 0.0,
        structured: Structured = "json_schema",
        extra: Mapping[str, Any] | None = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        _check_options(attempts, timeout, structured, cache, offline)
        _check_sent(model, temperature, extra)
        self.model, self.base_url, self.timeout, self.attempts = model, base_url, timeout, attempts
        self.calls = self.from_cache = 0
        self._api_key, self._offline, self._sleep = api_key, offline, sleep
        self._cache = None if cache is None else ReplyCache(cache)
        self._temperature, self._structured, self._extra = temperature, structured, dict(extra or {})
        self._opened: Any = None

    def ask(self, prompt: Prompt, material: Mapping[str, Any], check: Callable[[dict[str, Any]], T]) -> T:
        """What `check` makes of the object in the model's reply, from the cache file if it holds one."""

        def read(reply: str) -> T:
            return read_reply(reply, check)

        return self._replied(prompt.name, prompt.messages(material), self._params(prompt), read)

    def ask_text(self, text: str, name: str = "text") -> str:
        """The model's reply to a text as it stands, in its own words, from the cache file if it holds one.

        name  of the question, as the cache file shows it
        """
        return self._replied(name, [{"role": "user", "content": sendable(text)}], self._params(), without_thoughts)

    def _replied(
        self, name: str, messages: Sequence[Message], params: Mapping[str, Any], read: Callable[[str], T]
    ) -> T:
        key = key_of(messages, params)
        for value in self._kept(key, read):
            return value
        if self._offline:
            raise JudgeError(
                f"no reply of {self.model} to this {name!r} question is in {self._cache_path}, and offline=True "
                "forbids asking. Run it once with offline=False, or look whether texts, model or options changed."
            )
        reply, value = self._asked(messages, params, read)
        if self._cache is not None:
            self._cache.put(key, reply, model=self.model, asked=name)
        return value

    @property
    def _cache_path(self) -> str:
        return "any cache" if self._cache is None else str(self._cache.path)

    def _params(self, prompt: Prompt | None = None) -> dict[str, Any]:
        made: dict[str, Any] = {"model": self.model}
        if self._temperature is not None:
            made["temperature"] = self._temperature
        if prompt is not None and self._structured == "json_schema":
            schema = {"name": prompt.name, "strict": True, "schema": prompt.schema}
            made["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif prompt is not None and self._structured == "json_object":
            made["response_format"] = {"type": "json_object"}
        return {**made, **self._extra}

    def _kept(self, key: str, read: Callable[[str], T]) -> list[T]:
        """What the cache file holds under a key: one value, or none."""
        reply = None if self._cache is None else self._cache.get(key)
        if reply is None:
            return []
        try:
            value = read(reply)
        except UnreadableReply:
            return []  # kept by a version that read it otherwise
        self.from_cache += 1
        return [value]

    # --- asking, and asking again ---

    def _asked(self, messages: Sequence[Message], params: Mapping[str, Any], read: Callable[[str], T]) -> tuple[str, T]:
        """The reply and what `read` makes of it. A reply that can't be read is sent back with what is the matter."""
        sent = list(messages)
        for attempt in range(1, self.attempts + 1):
            reply = ""
            try:
                reply = self._send(sent, params)
                return reply, read(reply)
            except UnreadableReply as unreadable:
                trouble: Exception = unreadable
                sent = [
                    *messages,
                    *_complaint(reply, unreadable, WANTED if read is without_thoughts else WANTED_OBJECT),
                ]
                wait = 0.0
            except _Passing as passing:
                trouble = passing
                wait = 2.0 ** (attempt - 1) if passing.wait is None else passing.wait
            if attempt < self.attempts and wait:
                self._sleep(min(wait, LONGEST_WAIT))
        raise JudgeError(self._gave_up(trouble, reply))

    def _gave_up(self, trouble: Exception, reply: str) -> str:
        tries = "once" if self.attempts == 1 else f"{self.attempts} times"
        if isinstance(trouble, UnreadableReply):
            return (
                f"{self.model} at {self._place} was asked {tries} and gave no readable reply: {trouble} "
                f"The last one began: {_start_of(reply)}. Try another model or structured='json_schema'."
            )
        return f"{self.model} at {self._place} was asked {tries}, in vain: {trouble} Try again later."

    # --- the connection ---

    def _send(self, messages: Sequence[Message], params: Mapping[str, Any]) -> str:
        openai, client = _openai(), self._client()
        self.calls += 1
        try:
            # The raw body, because endpoints differ in more than the client's own types foresee.
            body = client.chat.completions.with_raw_response.create(messages=list(messages), **params).content
        except openai.APITimeoutError:
            raise _Passing(f"no answer within {self.timeout:g} seconds.") from None
        except openai.APIStatusError as error:
            raise self._refused(error) from None
        except openai.APIConnectionError as error:
            raise _Passing(f"no connection ({error.__cause__ or error}). Is it running, and base_url right?") from None
        except openai.OpenAIError as error:
            raise JudgeError(f"{self.model} at {self._place} could not be asked: {error}") from None
        return _content_of(body)

    def _client(self) -> Any:
        if self._opened is None:
            key = self._key()
            self._opened = _openai().OpenAI(api_key=key, base_url=self.base_url, timeout=self.timeout, max_retries=0)
        return self._opened

    def _key(self) -> str:
        if self._api_key:
            return _checked_key(self._api_key)
        if self.base_url is not None:
            # Local servers ask for no key, yet the client wants one. The one in OPENAI_API_KEY belongs to OpenAI and
            # is not sent anywhere else.
            return "none"
        key = os.environ.get("OPENAI_API_KEY")
        if not key:
            raise JudgeError(
                "there is no key for OpenAI: set OPENAI_API_KEY, or give api_key=. "
                'For a server of your own give base_url=, such as "http://localhost:11434/v1" for Ollama.'
            )
        return _checked_key(key)

    @property
    def _place(self) -> str:
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or "OpenAI"

    def _refused(self, error: Any) -> Exception:
        told = f"status {error.status_code}: {_start_of(error.message)}"
        spent = getattr(error, "code", None) == "insufficient_quota"  # comes as 429, and no waiting helps
        if (error.status_code in TRY_AGAIN or error.status_code >= 500) and not spent:
            return _Passing(f"{told}.", _retry_after(error.response.headers))
        advice = ADVICE[402] if spent else ADVICE.get(error.status_code, "See what the endpoint's own log says")
        return JudgeError(f"{self.model} at {self._place} refused, {told}. {advice}.")


def key_of(messages: Sequence[Message], params: Mapping[str, Any]) -> str:
    """The name under which a reply is kept: a hash of all that was sent. Where it was sent to is no part of it."""
    sent = json.dumps([messages, params], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(sent.encode("ascii")).hexdigest()


def _check_options(attempts: int, timeout: float, structured: str, cache: object, offline: bool) -> None:
    if type(attempts) is not int or attempts < 1:
        raise ValueError(f"attempts must be a whole number from 1 up, not {attempts!r}.")
    if not isinstance(timeout, Real) or not 0 < timeout < float("inf"):
        raise ValueError(f"timeout must be a number of seconds above 0, not {timeout!r}.")
    if structured not in ("json_schema", "json_object", "none"):
        raise ValueError(f"structured must be 'json_schema', 'json_object' or 'none', not {structured!r}.")
    if offline and cache is None:
        raise ValueError("offline=True needs cache=, the file that holds the replies of an earlier run.")
    if cache is not None and (not isinstance(cache, str | Path) or not str(cache) or Path(cache).is_dir()):
        raise ValueError(f'cache must name a file, such as "replies.jsonl", not {cache!r}.')


def _check_sent(model: object, temperature: object, extra: object) -> None:
    """What is sent, once it is sure that it can be."""
    if not isinstance(model, str) or not model.strip():
        raise ValueError(f'model must be the name of a model at the endpoint, such as "llama3.1", not {model!r}.')
    if temperature is not None and (not isinstance(temperature, Real) or not isfinite(temperature)):
        raise ValueError(f"temperature must be a number or None, not {temperature!r}.")
    try:
        json.dumps(dict(extra or {}), allow_nan=False)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise ValueError(f'extra must be a dict of what JSON can hold, such as {{"seed": 1}}, not {extra!r}.') from None


def _checked_key(key: str) -> str:
    if not (key.isascii() and key.isprintable()):
        # The key itself is not shown: messages end up in logs.
        raise JudgeError("the key holds a line's end, or letters that no key has. Copy it anew.")
    return key


def _openai() -> Any:
    try:
        import openai
    except ImportError:
        raise missing("ChatJudge needs openai", "llm") from None
    return openai


def _complaint(reply: str, unreadable: UnreadableReply, wanted: str) -> list[Message]:
    asked_again = f"That could not be read: {unreadable} {wanted}"
    shown = reply[:SHOWN_BACK] or "(nothing)"
    return [{"role": "assistant", "content": shown}, {"role": "user", "content": asked_again}]


def _content_of(body: bytes) -> str:
    """The text in an endpoint's answer."""
    try:
        choice = json.loads(body)["choices"][0]
        content, ended = choice["message"]["content"], choice.get("finish_reason")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        shown = _start_of(body[:400].decode("utf-8", "replace"))
        raise _Passing(f"its answer is no chat completion but {shown}. Does base_url end in /v1?") from None
    if ended == "length":
        raise UnreadableReply("the reply was cut off at the endpoint's limit of tokens.")
    if not isinstance(content, str) or not content.strip():
        raise UnreadableReply("the reply is empty.")
    return sendable(content)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds an endpoint asks to wait: it may say a number or a date."""
    told = headers.get("retry-after", "")
    try:
        seconds = float(told)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(told).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if seconds == seconds else None


def _start_of(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 160 else f"{line[:160]}…")
