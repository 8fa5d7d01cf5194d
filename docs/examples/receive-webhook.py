"""Receives Leadline webhooks: verifies the signature, stores each event once, answers immediately.

WEBHOOK_SECRET=whsec_… PORT=8081 python3 receive-webhook.py
"""

import base64
import hashlib
import hmac
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MAX_BYTES = 100_000
TOLERANCE_SECONDS = 5 * 60
KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
INBOX = Path(os.environ.get("INBOX", "inbox"))


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # drop senders that stall

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,12}", length):
            return 411
        if int(length) > MAX_BYTES:
            return 413
        # The signature covers the raw bytes: verify before parsing.
        body = self.rfile.read(int(length))
        event_id = self.headers.get("webhook-id", "")
        timestamp = self.headers.get("webhook-timestamp", "")
        if not is_genuine(event_id, timestamp, self.headers.get("webhook-signature", ""), body):
            return 401
        try:
            store_once(event_id, body)
        except OSError as error:
            self.log_error("%s", error)
            return 500  # Leadline will retry
        return 204


def is_genuine(event_id, timestamp, signatures, body):
    if not re.fullmatch(r"[A-Za-z0-9_-]+", event_id) or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # During a rotation there are two signatures, one per secret.
    return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split(" "))


def store_once(event_id, body):
    """The same event can arrive twice under one ID. Another process handles the stored files, so that the response
    doesn't have to wait for the work."""
    file = INBOX / f"{event_id}.json"
    if file.exists():
        return
    part = INBOX / f"{event_id}.{threading.get_ident()}"
    part.write_bytes(body)
    part.replace(file)


if not KEY:
    raise SystemExit("WEBHOOK_SECRET is empty: anyone could sign")
INBOX.mkdir(parents=True, exist_ok=True)
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8081"))), Receiver).serve_forever()
