// Stores only hashes of session tokens. The library would store the tokens themselves, so that anyone who reads the
// database or a backup would have them. It still works with the real token, which only the browser keeps.

import { createHash } from 'node:crypto';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';

type Adapter = AuthContext['adapter'];
type Query = Readonly<{ model: string; where?: readonly Condition[] | undefined }>;
type Condition = NonNullable<Parameters<Adapter['findMany']>[0]['where']>[number];

export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const sessionTokens = {
  id: 'leadline-session-tokens',
  init: ({ adapter }) => ({ context: { adapter: withHashedTokens(adapter) } }),
} satisfies BetterAuthPlugin;

function withHashedTokens<Inner extends Omit<Adapter, 'transaction'>>(inner: Inner): Inner {
  return {
    ...inner,
    ...('transaction' in inner
      ? {
          transaction: ((work) =>
            (inner as unknown as Adapter).transaction((trx) =>
              work(withHashedTokens(trx)),
            )) as Adapter['transaction'],
        }
      : {}),
    create: (async (query: Parameters<Adapter['create']>[0]) => {
      const { token } = query.data;
      if (query.model !== 'session' || typeof token !== 'string') return inner.create(query);
      return {
        ...(await inner.create({ ...query, data: { ...query.data, token: hashSessionToken(token) } })),
        token,
      };
    }) as Adapter['create'],
    findOne: ((query) =>
      inner.findOne(hashToken(query)).then((row) => restoreToken(query, row))) as Adapter['findOne'],
    update: ((query) =>
      inner.update(hashToken(query)).then((row) => restoreToken(query, row))) as Adapter['update'],
    findMany: ((query) => inner.findMany(hashToken(query))) as Adapter['findMany'],
    count: ((query) => inner.count(hashToken(query))) as Adapter['count'],
    updateMany: ((query) => inner.updateMany(hashToken(query))) as Adapter['updateMany'],
    delete: ((query) => inner.delete(hashToken(query))) as Adapter['delete'],
    deleteMany: ((query) => inner.deleteMany(hashToken(query))) as Adapter['deleteMany'],
    consumeOne: ((query) => inner.consumeOne(hashToken(query))) as Adapter['consumeOne'],
    incrementOne: ((query) => inner.incrementOne(hashToken(query))) as Adapter['incrementOne'],
  };
}

function hashToken<Given extends Query>(query: Given): Given {
  if (query.model !== 'session' || query.where === undefined) return query;
  return { ...query, where: query.where.map((condition) => hashCondition(condition)) };
}

function hashCondition(condition: Condition): Condition {
  const { field, value } = condition;
  if (field !== 'token') return condition;
  if (typeof value === 'string') return { ...condition, value: hashSessionToken(value) };
  if (Array.isArray(value))
    return { ...condition, value: value.map((token) => hashSessionToken(String(token))) };
  throw new Error('sessions can only be found by whole tokens');
}

/** A session that was found by its token is returned with it, because the library writes it into the cookie. */
function restoreToken<Row>({ model, where = [] }: Query, row: Row): Row {
  const token = where.find(({ field }) => field === 'token')?.value;
  return model === 'session' && row !== null && typeof token === 'string' ? { ...row, token } : row;
}
