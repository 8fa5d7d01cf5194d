// A customer chooses the server that answers for a CRM, so anything can come. What an adapter makes of it is limited here to what
// was asked for, in a size and shape that we can store.

import { MAX_DEAL_VALUE } from '@leadline/contract/limits';
import type { CrmAdapter, FieldValue, FieldValues, PulledDeal } from './adapter.ts';
import { CrmError } from './crm-error.ts';

const MAX_ID_LENGTH = 64;
const MAX_CURSOR_LENGTH = 500;
const MAX_NAME_LENGTH = 100;
const MAX_EMAIL_LENGTH = 320;
/** We write 5,000 characters at most. */
const MAX_TEXT_LENGTH = 30_000;
const MAX_DEALS = 200;

export function boundAnswers(adapter: CrmAdapter, name: string): CrmAdapter {
  const unexpected = (): CrmError =>
    new CrmError('wrong_address', `the address does not answer like ${name}; check it`);
  /** A missing part of an answer. */
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw error instanceof TypeError || error instanceof RangeError ? unexpected() : error;
    }
  };
  return {
    connect: () =>
      ask(async () => {
        const { fields, recordUrl } = await adapter.connect();
        return { recordUrl, fields: fields.filter((field) => field.name.length <= MAX_NAME_LENGTH) };
      }),
    findByEmail: (emails) =>
      ask(async () =>
        pick(await adapter.findByEmail(emails), emails, (ids) =>
          ids === null ? null : ids.filter(isId).slice(0, 2),
        ),
      ),
    findByKey: (keys) =>
      ask(async () => pick(await adapter.findByKey(keys), keys, (id) => (isId(id) ? id : undefined))),
    read: (ids, fields) => ask(async () => pick(await adapter.read(ids, fields), ids, boundValues)),
    create: (records) =>
      ask(async () => {
        const keys = records.map(({ key }) => key);
        return pick(await adapter.create(records), keys, (id) => (isId(id) ? id : null));
      }),
    update: (records) =>
      ask(async () => {
        const ids = records.map(({ recordId }) => recordId);
        return pick(await adapter.update(records), ids, (result) => result);
      }),
    listChanged: (since, after) =>
      ask(async () => {
        const { deals, next } = await adapter.listChanged(since, after);
        if (next !== null && (typeof next !== 'string' || next.length > MAX_CURSOR_LENGTH || next === after))
          throw unexpected();
        return {
          deals: deals
            .slice(0, MAX_DEALS)
            .filter(({ dealId }) => isId(dealId))
            .map(boundDeal),
          next,
        };
      }),
  };
}

const isId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH && !id.includes('\0');

/** Only what was asked for. */
function pick<T, R>(
  found: ReadonlyMap<string, T>,
  keys: readonly string[],
  read: (value: T) => R | undefined,
) {
  const picked = new Map<string, R>();
  for (const key of keys) {
    const value = found.has(key) ? read(found.get(key) as T) : undefined;
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}

const boundValues = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, boundValue(value)]));

function boundValue(value: unknown): FieldValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH).toWellFormed() : null;
}

function boundDeal({ recordId, email, amount, closedAt, ...deal }: PulledDeal): PulledDeal {
  const now = new Date();
  return {
    ...deal,
    recordId: isId(recordId) ? recordId : null,
    email: typeof email === 'string' ? email.slice(0, MAX_EMAIL_LENGTH) : '',
    // To the cent, as we store it: an amount that differs from the stored one would be recorded with every sync.
    amount:
      amount !== null && amount > 0 && amount <= MAX_DEAL_VALUE
        ? Math.round(amount * 100) / 100 || null
        : null,
    // Also not a time at all.
    closedAt: closedAt <= now ? closedAt : now,
  };
}
