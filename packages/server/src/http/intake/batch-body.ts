// Reads the body of a batch. Runs on a compute thread, because parsing 8 MiB of JSON would block all other requests.

import type { ErrorCode } from '@leadline/contract/errors';
import { MAX_BATCH_LEADS } from '@leadline/contract/limits';
import { unwrap } from '@leadline/engine';
import { type BatchInput, hashBatch } from '../../leads/intake/batch-input.ts';
import { readLeadToStore } from '../../leads/intake/read-lead-to-store.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { parseBody, type UnreadBody } from '../bodies/parse-body.ts';
import { withoutKeys } from './intake-rules.ts';

export type BatchBodyRead =
  | {
      readonly ok: true;
      readonly whenFull: 'stop' | 'skip';
      readonly bodyHash: string;
      readonly leads: readonly BatchInput[];
    }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

export function readBatchBody(body: UnreadBody): BatchBodyRead {
  try {
    const { leads, whenFull } = readBatch(parseBody(body, Number.POSITIVE_INFINITY));
    const fields = leads.map((lead) => withoutKeys(unwrap(lead).fields));
    return { ok: true, whenFull, bodyHash: hashBatch(fields), leads: fields.map(readInput) };
  } catch (error) {
    if (error instanceof DomainError) return { ok: false, code: error.code, message: error.message };
    // The stack overflows if the JSON is nested too deeply.
    if (error instanceof RangeError)
      return { ok: false, code: 'invalid_json', message: 'the body is nested too deeply' };
    throw error;
  }
}

function readInput(fields: unknown): BatchInput {
  const read = readLeadToStore(fields);
  return read.ok
    ? { ok: true, leadJson: JSON.stringify(read.lead) }
    : { ok: false, code: read.code, error: read.error, field: read.field };
}

function readBatch(body: unknown): { leads: readonly unknown[]; whenFull: 'stop' | 'skip' } {
  const { leads, when_full = 'skip' } = (
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  ) as { leads?: unknown; when_full?: unknown };
  if (!Array.isArray(leads)) throw new DomainError('invalid_input', 'leads must be a list');
  if (leads.length === 0) throw new DomainError('invalid_input', 'leads is empty');
  if (leads.length > MAX_BATCH_LEADS)
    throw new DomainError(
      'invalid_input',
      `leads has ${leads.length} entries; the limit is ${MAX_BATCH_LEADS}`,
    );
  if (when_full !== 'stop' && when_full !== 'skip')
    throw new DomainError('invalid_input', 'when_full must be stop or skip');
  return { leads, whenFull: when_full };
}
