// A lead in a plain wrapper: {"data": {…}}, {"event": "lead.created", "lead": {…}}, or form-encoded `lead[email]=…`.
// Unwrapped only if there is no contact data outside it, so that a plain lead with nested objects is never misread.

import { findField } from '../field-aliases.ts';
import { isRecord } from '../is-record.ts';
import type { Opened } from './form-tool.ts';

const WRAPPERS: ReadonlySet<string> = new Set(
  'data lead fields form_data formData form_fields formFields payload submission contact values answers'.split(
    ' ',
  ),
);

export function openWrapper(input: unknown): Opened | null {
  if (!isRecord(input)) return null;
  const keys = Object.keys(input);
  const objects = keys.filter((key) => isRecord(input[key]));
  const [wrapper] = objects;
  if (wrapper === undefined) return openBracketed(input, keys);
  if (objects.length > 1 || !WRAPPERS.has(wrapper)) return null;
  const beside = keys.filter((key) => key !== wrapper);
  return open(input[wrapper] as Record<string, unknown>, input, beside);
}

function openBracketed(input: Readonly<Record<string, unknown>>, keys: readonly string[]): Opened | null {
  const content = new Map<string, unknown>();
  const beside: string[] = [];
  for (const key of keys) {
    const name = findInnerName(key);
    if (name === null) beside.push(key);
    else content.set(name, input[key]);
  }
  return content.size === 0 ? null : open(Object.fromEntries(content), input, beside);
}

/** `lead[email]` → `email` */
function findInnerName(key: string): string | null {
  const bracket = key.indexOf('[');
  return bracket > 0 && key.endsWith(']') && WRAPPERS.has(key.slice(0, bracket))
    ? key.slice(bracket + 1, -1)
    : null;
}

function open(
  content: Readonly<Record<string, unknown>>,
  outer: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Opened | null {
  const isNamed = Object.keys(content).some(isName);
  const beside = new Map<string, unknown>();
  for (const key of keys) {
    const value = outer[key];
    if (value === null || value === '') continue;
    if (isContact(key)) return null;
    // If the lead has a name, the outer name belongs to the form.
    beside.set(key === 'name' && isNamed ? 'form_name' : key, value);
  }
  return { content, beside: Object.fromEntries(beside) };
}

function isContact(key: string): boolean {
  const field = findField(key);
  return field === 'email' || field === 'phone';
}

function isName(key: string): boolean {
  const field = findField(key);
  return field === 'name' || field === 'first' || field === 'last';
}
