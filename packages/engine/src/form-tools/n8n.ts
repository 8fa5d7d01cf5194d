// n8n, when an item is sent on whole: {json: {…}}, or what its Webhook node makes of a request:
// {headers, params, query, body, webhookUrl, executionMode}, or a list of just one of these.

import { isRecord } from '../is-record.ts';
import type { Opened } from './form-tool.ts';

export function openN8n(input: unknown): Opened | null {
  if (Array.isArray(input)) return input.length === 1 ? openItem(input[0]) : null;
  return openItem(input);
}

const ITEM_KEYS: readonly string[] = ['json', 'binary', 'pairedItem', 'index'];

function openItem(item: unknown): Opened | null {
  if (!isRecord(item)) return null;
  if (isRecord(item.json) && Object.keys(item).every((key) => ITEM_KEYS.includes(key))) {
    return { content: item.json, beside: {} };
  }
  const { headers, params, query, body } = item;
  const isRequest = isRecord(headers) && isRecord(params) && isRecord(query) && isRecord(body);
  return isRequest ? { content: body, beside: utmOf(query) } : null;
}

/** Where a visitor came from; other parameters of the address are its own affair, some of them secrets. */
const utmOf = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('utm_')));
