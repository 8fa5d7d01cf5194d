"""Runs calls of a table (packages/sdk/cases): reads a call per line and answers with a line."""

import json
import sys

from leadline import Leadline, LeadlineError, WebhookError, verify_webhook


def make_call(call, options):
    client = Leadline(call["url"], call["key"], retry_pause_seconds=options.pop("retry_pause_ms", 500) / 1000)
    if "timeout_ms" in options:
        options["timeout_seconds"] = options.pop("timeout_ms") / 1000
    result = getattr(client, call["call"])(*call["args"], **options)
    return list(result) if call["call"] == "list" else result


def run(call):
    try:
        if "webhook" in call:
            webhook = call["webhook"]
            args = (webhook["body"], webhook["headers"], webhook["secret"])
            return {"result": verify_webhook(*args, now=webhook["now"])}
        return {"result": make_call(call, dict(call.get("options", {})))}
    except WebhookError as error:
        return {"error": {"code": error.code}}
    except LeadlineError as error:
        fields = ("code", "status", "request_id", "fields", "retry_after_seconds")
        return {"error": {**{name: getattr(error, name) for name in fields}, "message": str(error)}}
    except Exception as error:  # a mistake of the client, which the test shows
        return {"error": {"code": "unexpected", "message": repr(error)}}


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
