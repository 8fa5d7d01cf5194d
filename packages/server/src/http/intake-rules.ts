// Rules shared by all intake routes.

import type { FastifyRequest } from 'fastify';
import { type Caller, isTestAccount } from '../accounts/caller.ts';
import { DomainError } from '../base/domain-error.ts';
import { isKey } from '../keys/key-format.ts';
import { firstDayAfter } from '../quota/month.ts';
import { overStorage } from '../quota/storage.ts';

export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new DomainError('invalid_input', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  return key;
}

/** Removes API keys from the body (explain accepts one there), so that they are never stored with the lead. */
export function withoutKeys(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = withoutSecrets(body) as Record<string, unknown>;
  const custom = fields.custom_fields;
  if (typeof custom !== 'object' || custom === null) return fields;
  const clean = withoutSecrets(custom);
  return clean === custom ? fields : { ...fields, custom_fields: clean };
}

function withoutSecrets(fields: object): object {
  const isSecret = (value: unknown): boolean =>
    typeof value === 'string' && value.includes('ll_') && isKey(value.trim());
  return Object.values(fields).some(isSecret)
    ? Object.fromEntries(Object.entries(fields).filter(([, value]) => !isSecret(value)))
    : fields;
}

/** Why the lead was not stored: the month's leads are used up, or the account stores as much as it may. */
export function describeOverLimit(
  kind: 'over limit' | 'over storage',
  caller: Caller,
  now: Date,
): DomainError {
  if (kind === 'over storage') return overStorage(caller.storageLimit ?? 0);
  const { plan, monthlyLimit } = caller;
  const resetsAt = firstDayAfter(now);
  const details = { retryAfterSeconds: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) };
  const reset = `it resets at ${resetsAt.toISOString()}`;
  return isTestAccount(caller)
    ? new DomainError(
        'test_limit_reached',
        `the plan includes ${monthlyLimit ?? 0} test leads per month; ${reset}`,
        details,
      )
    : new DomainError(
        'plan_limit_reached',
        `the ${plan} plan includes ${monthlyLimit ?? 0} leads per month; ${reset}`,
        details,
      );
}
