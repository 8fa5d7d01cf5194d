// Payloads of form tools, each with the lead it contains. Based on the tools' documentation and on payloads in public
// repositories; the people are invented.

import { readdirSync, readFileSync } from 'node:fs';
import type { Lead } from '../../src/index.ts';

export interface FormToolCase {
  readonly tool: string;
  readonly contentType: string;
  /** The request body: JSON, or the text of a form-encoded body. */
  readonly body: unknown;
  readonly expect: { readonly lead: Lead; readonly deliveryId: string | null };
}

/** Each case with the name of its file. */
export const readFormToolCases = (): (readonly [name: string, FormToolCase])[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as FormToolCase,
    ]);

/** Parses a body like the service, with just enough form decoding for these cases. */
export function readBody({ body }: FormToolCase): unknown {
  if (typeof body !== 'string') return structuredClone(body);
  const fields: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  const pairs = new URLSearchParams(body);
  for (const name of new Set(pairs.keys())) {
    const values = pairs.getAll(name);
    const value = values.length === 1 ? values[0] : values;
    const question = /^custom_fields\[(.+)\]$/.exec(name)?.[1];
    if (question === undefined) fields[name.replace(/\[\]$/, '')] = value;
    else custom[question] = value;
  }
  return Object.keys(custom).length === 0 ? fields : { ...fields, custom_fields: custom };
}
