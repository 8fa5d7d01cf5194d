// n8n, when it forwards a whole item: {json: {…}}, or the output of its Webhook node:
// {headers, params, query, body, webhookUrl, executionMode}, or a list with just one of these.

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

/** Only the query parameters that show where the visitor came from; the rest may be sensitive. */
const utmOf = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('utm_')));
