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
