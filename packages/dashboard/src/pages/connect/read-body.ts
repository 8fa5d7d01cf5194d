// Reads a body that came in as the server does (its http/read-body.ts), to show what was made of it. The server cannot be
// imported here; a test runs both over the same bodies.

import { MAX_FORM_FIELDS } from '@leadline/contract/limits';
export type BodyRead = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

export function readBody(text: string, contentType: string): BodyRead {
  const type = contentType.replace(/;.*/s, '').trim().toLowerCase();
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    const body = readAs(type, unmarked);
    return body === undefined ? { ok: false } : { ok: true, body };
  } catch {
    return { ok: false };
  }
}

/** Undefined: nothing is there, or nothing the server would read. */
function readAs(type: string, text: string): unknown {
  if (type === 'application/x-www-form-urlencoded') return readForm(text);
  const isJson = type === 'text/plain' || /^application\/(?:[\w.-]+\+)?json$/.test(type);
  return isJson ? readJson(text) : undefined;
}

function readJson(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

/** `curl -d '{…}'` calls its JSON a form. */
function readForm(text: string): unknown {
  if (text.trimStart().startsWith('{')) return readJson(text);
  return text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS ? undefined : readPairs(text);
}

/** `custom_fields[Your role]=CTO` is a field of custom_fields, which may come as JSON, too; a name that comes several
 * times is a list. */
function readPairs(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  const custom = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const question = /^custom_fields\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1];
    if (question !== undefined) add(custom, question, value);
    else add(fields, name.replace(/\[\]$/, ''), value);
  }
  const given = fields.get('custom_fields');
  const read = typeof given === 'string' && given.trimStart().startsWith('{') ? readJson(given) : given;
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
