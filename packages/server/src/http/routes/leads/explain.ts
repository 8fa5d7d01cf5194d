// POST /api/explain.php: stores nothing and doesn't count toward the plan.

import { ExplainBody, ExplainResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { ENGINE_VERSION, type GivenScore, readLead } from '@leadline/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXPLAIN_LEAD } from '../../../leads/intake/compute-tasks.ts';
import { clientNetwork } from '../../../platform/base/client-network.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { WindowCounter } from '../../../platform/base/window-counter.ts';
import { msSince } from '../../../platform/compute/main-thread.ts';
import { admitByHeader, admitByKey, callerOf, headerKey } from '../../admission/admit.ts';
import { LARGE_BODY } from '../../bodies/body-limits.ts';
import { parseBody, type UnreadBody } from '../../bodies/parse-body.ts';
import { interfaceErrorsOf, skipValidation } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { MainThreadShares } from '../../limits/limit-main-thread.ts';
import { limitStranger } from '../../limits/limit-strangers.ts';
import type { PartsOf } from '../route-parts.ts';

const GRADES: readonly unknown[] = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'];

export interface ExplainParts extends PartsOf<'gate' | 'assessor' | 'compute' | 'settings' | 'models'> {
  readonly shares: MainThreadShares;
}

export function addExplain(
  app: App,
  { gate, shares, assessor, compute, settings, models }: ExplainParts,
): void {
  const byHeader = admitByHeader(gate);
  const keyless = new WindowCounter();
  const { mainThread } = compute;
  /** Anyone can make us read a body to look for a key, so this is limited and charged by network, and charged to the key's
   * account afterwards. */
  const admitByBody = async (
    request: FastifyRequest,
    reply: FastifyReply,
    unread: UnreadBody,
  ): Promise<unknown> => {
    limitStranger(keyless, request.ip, 'too many requests without a header; send the key in X-API-KEY');
    let ms = 0;
    const body = await shares.readBody(request, unread.bytes.length, () => {
      const start = process.threadCpuUsage();
      const parsed = parseBody(unread);
      ms = msSince(start);
      return parsed;
    });
    await admitByKey(gate, request, reply, isRecord(body) ? readKey(body.api_key) : null);
    const { liveAccountId } = callerOf(request);
    mainThread.charge(liveAccountId, ms);
    mainThread.requireAllowance(liveAccountId);
    keyless.uncount(clientNetwork(request.ip));
    return body;
  };
  app.post(PATHS.explain, {
    bodyLimit: LARGE_BODY,
    // Without a header, the key may be in the body.
    onRequest: (request, reply, done) =>
      headerKey(request) === null ? done() : byHeader(request, reply, done),
    config: { keyAccess: 'read', turns: 'none', leavesBodyUnread: true }, // stores nothing
    validatorCompiler: skipValidation,
    schema: {
      operationId: 'explainLead',
      summary: 'Explain the score of a lead',
      description:
        'Every sentence is based on the ledger. The key can also be sent in the body, as `api_key`.',
      tags: ['Scoring'],
      body: ExplainBody,
      response: { 200: ExplainResult, ...interfaceErrorsOf(400, 401, 413, 415, 429, 503) },
    },
    handler: async (request, reply): Promise<ExplainResult> => {
      const given: unknown = request.body ?? EMPTY_BODY;
      const unread = given as UnreadBody;
      // The header takes precedence, so that a forwarded body can't select another account.
      const parsed =
        request.caller === null
          ? await admitByBody(request, reply, unread)
          : await shares.readBody(request, unread.bytes.length, () => parseBody(unread));
      const body = isRecord(parsed) ? parsed : {};
      const { lead } = body;
      if (!isRecord(lead)) throw new DomainError('invalid_input', 'lead must be an object');
      const caller = callerOf(request);
      const read = mainThread.run(caller.liveAccountId, () => readLead(lead));
      if (!read.ok) throw new DomainError(read.code, read.error, { field: read.field });
      const givenScore = readGivenScore(body.score_data);
      const now = new Date();
      const assessment = await mainThread.run(caller.liveAccountId, () =>
        assessor.assess(caller, read.lead, now),
      );
      const { explanation, ledger, closing } = await compute.run(caller.liveAccountId, EXPLAIN_LEAD, {
        lead: read.lead,
        now,
        assessment,
        given: givenScore,
        settings: await settings.of(caller),
        model: await models.of(caller),
      });
      const { headline, summary, strengths, concerns, next_steps, what_would_change } = await assessor.phrase(
        caller,
        explanation,
        ledger,
      );
      return {
        success: true,
        version: ENGINE_VERSION,
        data: {
          headline,
          summary,
          strengths: [...strengths],
          concerns: [...concerns],
          next_steps: [...next_steps],
          what_would_change: [...what_would_change],
        },
        closing,
      };
    },
  });
}

const EMPTY_BODY: UnreadBody = { bytes: new Uint8Array(), format: 'json' };

const readKey = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Accepts a whole scoring result or its `data`. */
function readGivenScore(value: unknown): GivenScore | null {
  if (value === undefined || value === null) return null;
  const data = isRecord(value) && isRecord(value.data) ? value.data : value;
  if (!isRecord(data)) throw new DomainError('invalid_input', 'score_data must be an object');
  const { score, grade, reasons = [], priority_action = '' } = data;
  if (!Number.isInteger(score) || (score as number) < 0 || (score as number) > 100) {
    throw new DomainError('invalid_input', 'score_data.score must be an integer from 0 to 100');
  }
  if (!GRADES.includes(grade))
    throw new DomainError('invalid_input', 'score_data.grade must be Hot, Warm, Cool, Cold or Spam');
  if (!isTexts(reasons))
    throw new DomainError('invalid_input', 'score_data.reasons must be a list of strings');
  if (typeof priority_action !== 'string') {
    throw new DomainError('invalid_input', 'score_data.priority_action must be a string');
  }
  return { score: score as number, grade: grade as GivenScore['grade'], reasons, priority_action };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every((item) => typeof item === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
