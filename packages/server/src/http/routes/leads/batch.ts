// POST /api/batch

import { BatchBody, BatchResult } from '@leadline/contract';
import { MAX_BATCH_BYTES } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { ENGINE_VERSION } from '@leadline/engine';
import { type BatchedLead, type BatchParts, scoreBatch } from '../../../leads/intake/score-batch.ts';
import { toAnswer } from '../../../leads/record/stored-result.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { defineTask } from '../../../platform/compute/task.ts';
import { admitByHeader, callerOf } from '../../admission/admit.ts';
import type { UnreadBody } from '../../bodies/parse-body.ts';
import { errorBody } from '../../framework/errors.ts';
import { errorsOf, idempotencyHeader, skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { readBatchBody } from '../../intake/batch-body.ts';
import { describeOverLimit, readIdempotencyKey } from '../../intake/intake-rules.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import type { PartsOf } from '../route-parts.ts';

const READ_BATCH = defineTask<typeof readBatchBody>(
  new URL('../../intake/batch-body.ts', import.meta.url),
  'readBatchBody',
);

export function addBatch(app: App, { gate, store, ...parts }: BatchParts & PartsOf<'gate' | 'store'>): void {
  app.post(PATHS.batch, {
    onRequest: admitByHeader(gate),
    config: { keyAccess: 'send', turns: 'batches', leavesBodyUnread: true },
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
      store.requireSpace(caller.accountId);
      const read = await parts.compute.run(caller.liveAccountId, READ_BATCH, takeBody(request));
      if (!read.ok) throw new DomainError(read.code, read.message);
      const { leads, whenFull, bodyHash } = read;
      // Each lead counts as a request; the first was counted when the batch was admitted.
      limitRate(gate.requests, caller, reply, leads.length - 1);
      const answer = await scoreBatch(parts, caller, {
        leads,
        bodyHash,
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
        refused: answer.leads.length - count('stored') - count('repeated'),
        data: answer.leads.map((lead) => {
          if (lead.kind === 'rejected') return errorBody(lead.error);
          if (!('result' in lead)) return errorBody(describeOverLimit(lead.kind, caller, now));
          const { lead_id, data } = toAnswer(lead.leadId, lead.result);
          return { success: true, lead_id, data };
        }),
      };
    },
  });
}

/** Removes the body from the request: it takes megabytes, and scoring the batch may take long. */
function takeBody(request: { body: unknown }): UnreadBody {
  const body = request.body ?? EMPTY_BODY;
  request.body = undefined;
  return body as UnreadBody;
}

const EMPTY_BODY: UnreadBody = { bytes: new Uint8Array(), format: 'json' };
