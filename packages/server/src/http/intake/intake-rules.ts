// Rules shared by all intake routes.

import type { FastifyRequest } from 'fastify';
import { isKey } from '../../accounts/keys/key-format.ts';
import { type Caller, isTestAccount } from '../../accounts/profile/caller.ts';
import { firstDayAfter } from '../../accounts/quota/month.ts';
import { spamLimitOf } from '../../accounts/quota/spam-limit.ts';
import { overStorage } from '../../accounts/quota/storage.ts';
import type { OverLimit } from '../../leads/intake/write-leads.ts';
import { DomainError } from '../../platform/base/domain-error.ts';

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

/** Why the lead was not stored. */
export function describeOverLimit(kind: OverLimit, caller: Caller, now: Date): DomainError {
  if (kind === 'over storage') return overStorage(caller.storageLimit ?? 0);
  const { plan, monthlyLimit } = caller;
  const resetsAt = firstDayAfter(now);
  const details = { retryAfterSeconds: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) };
  const reset = `it resets at ${resetsAt.toISOString()}`;
  if (kind === 'over spam limit')
    return new DomainError(
      'spam_limit_reached',
      `this lead looks like spam, and the limit for spam is reached: ${describeSpamLimit(monthlyLimit)}; leads that don’t ` +
        'look like spam are not affected',
      details,
    );
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

function describeSpamLimit(monthlyLimit: number | null): string {
  const limit = spamLimitOf(monthlyLimit);
  const ofStorage = 'nine tenths of the storage';
  return limit === null ? ofStorage : `${limit} leads per month or ${ofStorage}`;
}
