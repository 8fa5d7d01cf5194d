// Reads a body that came in as the server does (its http/read-body.ts), to show what was made of it.

export type BodyRead = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

export function readBody(text: string, contentType: string): BodyRead {
  const trimmed = text.trim();
  const isForm = contentType.startsWith('application/x-www-form-urlencoded') && !trimmed.startsWith('{');
  if (isForm) return { ok: true, body: readForm(trimmed) };
  try {
    return { ok: true, body: JSON.parse(trimmed) };
  } catch {
    return { ok: false };
  }
}

/** `custom_fields[Your role]=CTO` is a field of custom_fields; a name that comes several times is a list. */
function readForm(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  const custom = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const question = /^custom_fields\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1];
    if (question !== undefined) add(custom, question, value);
    else add(fields, name.replace(/\[\]$/, ''), value);
  }
  return {
    ...Object.fromEntries(fields),
    ...(custom.size === 0 ? {} : { custom_fields: Object.fromEntries(custom) }),
  };
}

function add(fields: Map<string, string | string[]>, name: string, value: string): void {
  const before = fields.get(name);
  if (before === undefined) fields.set(name, value);
  else fields.set(name, [...(typeof before === 'string' ? [before] : before), value]);
}
