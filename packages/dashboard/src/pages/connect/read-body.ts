// Parses a request body the way the server does (http/bodies/read-body.ts), to show how its fields were read. The server's
// code can't be imported here, so a test runs both parsers on the same bodies.

import { MAX_FORM_FIELDS } from '@leadline/contract/limits';
export type BodyRead = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

export function readBody(text: string, contentType: string): BodyRead {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase();
  const withoutMark = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    const body = readAs(type, withoutMark);
    return body === undefined ? { ok: false } : { ok: true, body };
  } catch {
    return { ok: false };
  }
}

/** Undefined if the body is empty, has too many form fields, or has a content type the server rejects. */
function readAs(type: string, text: string): unknown {
  if (type === 'application/x-www-form-urlencoded') return readForm(text);
  // The log keeps the text of such a form, encoded like any other.
  if (type === 'multipart/form-data') return readPairs(text);
  const isJson = type === 'text/plain' || /^application\/(?:[\w.-]+\+)?json$/.test(type);
  return isJson ? readJson(text) : undefined;
}

function readJson(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

/** `curl -d '{…}'` sends JSON with a form content type. */
function readForm(text: string): unknown {
  if (text.trimStart().startsWith('{')) return readJson(text);
  return text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS ? undefined : readPairs(text);
}

/** `custom_fields[Your role]=CTO` sets a custom field; `custom_fields` can also be JSON. Repeated names become a list. */
function readPairs(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  const custom = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const question = /^custom_fields\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1];
    if (question !== undefined) add(custom, question, value);
    else add(fields, name.replace(/\[\]$/, ''), value);
  }
  const sent = fields.get('custom_fields');
  const read = typeof sent === 'string' && sent.trimStart().startsWith('{') ? readJson(sent) : sent;
  const customFields = custom.size > 0 ? Object.fromEntries(custom) : read;
  return {
    ...Object.fromEntries(fields),
    ...(customFields === undefined ? {} : { custom_fields: customFields }),
  };
}

function add(fields: Map<string, string | string[]>, name: string, value: string): void {
  const before = fields.get(name);
  if (before === undefined) fields.set(name, value);
  else fields.set(name, [...(typeof before === 'string' ? [before] : before), value]);
}
