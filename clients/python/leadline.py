"""The client of the Leadline API. One file, standard library only, Python 3.10 or later.

    leadline = Leadline("https://leads.example.com", "ll_live_...")
    result = leadline.score({"email": "ana@acme.com", "message": "We need 40 laptops by Friday"})
    print(result["data"]["score"], result["data"]["grade"])

Fields are named as in the API. Methods return the `data` of an answer, or the whole answer if it has more than that.
For what has no method of its own, use `call`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

TIMEOUT_SECONDS = 60.0
RETRIES = 3
RETRY_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 8.0
# A longer wait is the caller's decision: the error says how long.
MAX_RETRY_AFTER_SECONDS = 60.0
TEMPORARY = frozenset({408, 429, 500, 502, 503, 504})

Json = Dict[str, Any]


class LeadlineError(Exception):
    """Raised by every call. `code` is for programs; the message is for people and may change.

    Besides the codes of the API: `no_response` (not reached, or the connection broke), `timed_out` and
    `unexpected_response` (not an answer of Leadline, for example the error page of a proxy).
    """

    def __init__(
        self,
        message: str,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        fields: Optional[List[str]] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id
        self.fields = fields or []
        self.retry_after_seconds = retry_after_seconds


class WebhookError(Exception):
    """Why a request to a webhook endpoint was rejected. Answer it with 401."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Leadline:
    def __init__(
        self,
        url: str,
        key: str,
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
        retry_pause_seconds: float = RETRY_PAUSE_SECONDS,
    ) -> None:
        if not key:
            raise ValueError("The API key is missing")
        self._url = re.sub(r"/api$", "", url.rstrip("/"))
        self._key = key
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._retry_pause_seconds = retry_pause_seconds

    def score(self, lead: Json, **options: Any) -> Json:
        """Scores a lead and stores it. With `idempotency_key`, repeats within 24 hours store it once."""
        return self._store("/api/webhook.php", lead, options)

    def submit(self, lead: Json, **options: Any) -> Json:
        """The same with an intake key, which can only send leads."""
        path = f"/api/intake/{_quote(self._key)}"
        return self._store(path, lead, options, has_key_in_path=True)

    def score_batch(self, leads: List[Json], when_full: Optional[str] = None, **options: Any) -> Json:
        """Scores and stores up to 1,000 leads."""
        body = {"leads": leads} if when_full is None else {"leads": leads, "when_full": when_full}
        return self._store("/api/batch", body, options)

    def explain(self, lead: Json, score_data: Optional[Json] = None, **options: Any) -> Json:
        """Explains the score of a lead. Stores nothing."""
        body = {"lead": lead} if score_data is None else {"lead": lead, "score_data": score_data}
        return self.call("POST", "/api/explain.php", body=body, is_repeatable=True, **options)

    def list(self, query: Optional[Json] = None, **options: Any) -> Iterator[Json]:
        """All leads that match, over all pages. Pages are loaded as they are needed."""
        query = dict(query or {})
        while True:
            page = self.call("GET", "/api/leads", query=query, **options)
            yield from page["data"]
            if page["next_cursor"] is None:
                return
            query["cursor"] = page["next_cursor"]

    def get(self, lead_id: str, **options: Any) -> Json:
        return self.call("GET", f"/api/leads/{_quote(lead_id)}", **options)

    def change(self, lead_id: str, changes: Json, **options: Any) -> Json:
        """Changes the status, assignee or snooze of a lead, or adds a note."""
        return self.call("PATCH", f"/api/leads/{_quote(lead_id)}", body=changes, **options)

    def delete(self, lead_id: str, **options: Any) -> Json:
        return self.call("DELETE", f"/api/leads/{_quote(lead_id)}", **options)

    def record_outcome(self, lead_id: str, outcome: Json, **options: Any) -> Json:
        """Records that a lead was won or lost, or reopens it."""
        return self.call("POST", f"/api/leads/{_quote(lead_id)}/outcome", body=outcome, **options)

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Json] = None,
        query: Optional[Json] = None,
        is_repeatable: Optional[bool] = None,
        timeout_seconds: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        has_key_in_path: bool = False,
    ) -> Any:
        """Makes any call of the API. A failed one is tried again if the service did nothing, or if it `is_repeatable`."""
        sent = {**({} if has_key_in_path else {"X-API-KEY": self._key}), **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(
            self._url + path + _describe_query(query or {}),
            data=None if body is None else json.dumps(body).encode(),
            headers=sent,
            method=method,
        )
        can_repeat = method in ("GET", "PUT", "DELETE") if is_repeatable is None else is_repeatable
        retries = self._retries if retries is None else retries
        timeout = self._timeout_seconds if timeout_seconds is None else timeout_seconds
        for retry in range(retries + 1):
            try:
                return _unwrap(_try(request, timeout))
            except LeadlineError as error:
                if retry == retries or not _may_try_again(error, can_repeat):
                    raise
                time.sleep(self._pause_before(retry, error))
        raise AssertionError("unreachable")

    def _store(self, path: str, body: Json, options: Json, has_key_in_path: bool = False) -> Json:
        options = dict(options)
        # One key for all tries of a call, so that its leads are stored once.
        headers = {"Idempotency-Key": options.pop("idempotency_key", None) or uuid.uuid4().hex}
        return self.call(
            "POST", path, body=body, is_repeatable=True, headers=headers, has_key_in_path=has_key_in_path, **options
        )

    def _pause_before(self, retry: int, error: LeadlineError) -> float:
        # Up to half of it less, so that clients that failed together don't return together.
        pause = min(MAX_PAUSE_SECONDS, self._retry_pause_seconds * 2**retry) * random.uniform(0.5, 1)
        return max(pause, error.retry_after_seconds or 0)


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: str,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Json:
    """Returns the event, with its `id`, if it was signed with the secret (`whsec_...`) in the last five minutes.

    `body` is the raw body, before any JSON parser.
    """
    by_name = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signatures = (
        _require_header(by_name, f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("invalid_timestamp", "the webhook-timestamp header is not a Unix time")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookError(
            "timestamp_too_far_off", f"signed more than {tolerance_seconds:g} seconds ago, or a clock is wrong"
        )
    raw = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(re.sub(r"^whsec_", "", secret), validate=True)
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # During a rotation there are two signatures.
    matches = [hmac.compare_digest(expected, signature.encode()) for signature in signatures.split(" ")]
    if not any(matches):
        raise WebhookError("invalid_signature", "the signature does not match; check the secret and use the raw body")
    try:
        return {"id": event_id, **json.loads(raw)}
    except ValueError:
        raise WebhookError("invalid_json", "the body is not JSON") from None


def _require_header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError("missing_header", f"the {name} header is missing")
    return value


def _try(request: urllib.request.Request, timeout: float) -> Any:
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return _parse(response.read(), response.status, response.headers)
    except urllib.error.HTTPError as error:
        raise _read_error(error) from None
    except (OSError, http.client.HTTPException) as error:
        if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
            raise LeadlineError(f"no answer within {timeout:g} seconds", "timed_out") from error
        raise LeadlineError(f"cannot reach {request.host}", "no_response") from error


def _parse(text: bytes, status: int, headers: Mapping[str, str]) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise LeadlineError(
            "the answer is not JSON; check that the URL is that of a Leadline service",
            "unexpected_response",
            status,
            headers.get("X-Request-Id"),
        ) from None


def _read_error(error: urllib.error.HTTPError) -> LeadlineError:
    try:
        body = json.loads(error.read())
    except (ValueError, OSError, http.client.HTTPException):
        body = {}
    body = body if isinstance(body, dict) else {}
    return LeadlineError(
        body.get("error") or f"the service returned {error.code}",
        error.headers.get("X-Error-Code") or body.get("code") or "unexpected_response",
        error.code,
        error.headers.get("X-Request-Id"),
        [body["field"]] if "field" in body else [],
        _read_retry_after(error.headers.get("Retry-After")),
    )


def _read_retry_after(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    if header.isdigit():
        return int(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _may_try_again(error: LeadlineError, can_repeat: bool) -> bool:
    if (error.retry_after_seconds or 0) > MAX_RETRY_AFTER_SECONDS:
        return False
    # Nothing was done: the request was over a limit, or its body did not arrive in time.
    if error.status == 429 or error.code == "request_timeout":
        return True
    if not can_repeat:
        return False
    return error.code == "request_in_flight" or error.status is None or error.status in TEMPORARY


def _unwrap(body: Any) -> Any:
    """The `data` of an answer, unless it has more than that."""
    return body["data"] if isinstance(body, dict) and set(body) == {"success", "data"} else body


def _quote(text: str) -> str:
    return urllib.parse.quote(text, safe="")


# The API separates values of these by commas, and takes `source`, which may contain one, several times.
_COMMA_SEPARATED = ("status", "assignee", "grade", "country")


def _describe_query(query: Json) -> str:
    joined = {
        name: ",".join(value) if name in _COMMA_SEPARATED and not isinstance(value, str) else value
        for name, value in query.items()
        if value is not None
    }
    return f"?{urllib.parse.urlencode(joined, doseq=True)}" if joined else ""
