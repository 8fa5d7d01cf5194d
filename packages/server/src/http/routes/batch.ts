// POST /api/batch

import { BatchBody, BatchResult } from '@leadline/contract';
import { MAX_BATCH_BYTES, MAX_BATCH_LEADS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { ENGINE_VERSION, unwrap } from '@leadline/engine';
import type pg from 'pg';
import type { LeadAssessor } from '../../assessment/lead-assessor.ts';
import { DomainError } from '../../base/domain-error.ts';
import type { StoreHealth } from '../../db/store-health.ts';
import { type BatchedLead, scoreBatch } from '../../leads/score-batch.ts';
import { toAnswer } from '../../leads/stored-result.ts';
import { admitByHeader, callerOf, type Gate } from '../admit.ts';
import { errorBody } from '../errors.ts';
import { describeOverLimit, readIdempotencyKey, withoutKeys } from '../intake-rules.ts';
import { errorsOf, idempotencyHeader, skipValidation } from '../schema.ts';
import type { App } from '../typed-app.ts';

export function addBatch(
  app: App,
  gate: Gate,
  store: Pick<StoreHealth, 'requireSpace'>,
  pool: pg.Pool,
  assessor: LeadAssessor,
): void {
  app.post(PATHS.batch, {
    onRequest: admitByHeader(gate),
    bodyLimit: MAX_BATCH_BYTES,
    validatorCompiler: skipValidation,
    schema: {
      operationId: 'scoreBatch',
      summary: 'Score and store up to 1,000 leads',
      description:
        'An invalid lead is rejected without affecting the others. The same batch, or one with the same ' +
        '`Idempotency-Key`, within 24 hours gets the same response and stores nothing. The limit is 8 MiB.',
      tags: ['Scoring'],
      headers: idempotencyHeader,
      body: BatchBody,
      response: { 200: BatchResult, ...errorsOf(400, 401, 402, 413, 415, 422, 429, 503) },
    },
    handler: async (request, reply): Promise<BatchResult> => {
      const caller = callerOf(request);
      store.requireSpace();
      const { leads, whenFull } = readBatch(request.body);
      // Each lead counts as a request; the first was counted when the batch was admitted.
      gate.rates.admit(caller, reply, leads.length - 1);
      const answer = await scoreBatch(pool, assessor, caller, {
        leads: leads.map((lead) => withoutKeys(unwrap(lead).fields)),
        whenFull,
        idempotencyKey: readIdempotencyKey(request),
      });
      const now = new Date();
      if (answer.kind === 'key reused') {
        throw new DomainError(
          'idempotency_key_reused',
          'this Idempotency-Key was already used with a different batch',
        );
      }
      if (answer.kind !== 'done') throw describeOverLimit(answer.kind, caller, now);
      const count = (kind: BatchedLead['kind']): number =>
        answer.leads.filter((lead) => lead.kind === kind).length;
      return {
        success: true,
        version: ENGINE_VERSION,
        stored: count('stored'),
        repeated: count('repeated'),
        refused: count('rejected') + count('over limit') + count('over storage'),
        data: answer.leads.map((lead) => {
          if (lead.kind === 'rejected') return errorBody(lead.error);
          if (lead.kind === 'over limit' || lead.kind === 'over storage')
            return errorBody(describeOverLimit(lead.kind, caller, now));
          const { lead_id, data } = toAnswer(lead.leadId, lead.result);
          return { success: true, lead_id, data };
        }),
      };
    },
  });
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
