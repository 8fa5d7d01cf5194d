// Runs calls of a table with the SDK, on any runtime.

export function makeRun({ Leadline, LeadlineError, verifyWebhook, WebhookError }) {
  return async ({ url, key, call, args, options = {}, webhook }) => {
    try {
      if (webhook !== undefined) return { result: await verify(verifyWebhook, webhook) };
      const { timeout_ms: timeoutMs, idempotency_key: idempotencyKey, retries, retry_pause_ms } = options;
      const leadline = new Leadline({ url, key, retryPauseMs: retry_pause_ms });
      return { result: await CALLS[call](leadline, args, { timeoutMs, idempotencyKey, retries }) };
    } catch (error) {
      if (error instanceof WebhookError) return { error: { code: error.code } };
      if (error instanceof LeadlineError) return { error: describe(error) };
      return { error: { code: 'unexpected', message: String(error?.stack ?? error) } };
    }
  };
}

const CALLS = {
  score: ({ leads }, [lead], options) => leads.score(lead, options),
  submit: ({ leads }, [lead], options) => leads.submit(lead, options),
  explain: ({ leads }, [lead], options) => leads.explain(lead, undefined, options),
  get: ({ leads }, [id], options) => leads.get(id, options),
  record_outcome: ({ leads }, [id, outcome], options) => leads.recordOutcome(id, outcome, options),
  list: ({ leads }, [query], options) => readAll(leads.list(query, options)),
};

const verify = (verifyWebhook, { body, headers, secret, now }) =>
  verifyWebhook(body, headers, secret, { now: new Date(now * 1_000) });

const describe = ({ code, status, requestId, fields, retryAfterSeconds, message }) => ({
  code,
  status,
  request_id: requestId,
  fields,
  retry_after_seconds: retryAfterSeconds,
  message,
});

async function readAll(items) {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}
