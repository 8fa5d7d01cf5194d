// Keeps the access token of a connection, encrypted with the login. The process that finds it expired claims the connection for a
// few seconds and asks for another, which the others wait for: some CRMs cancel a refresh token that is used twice. No transaction
// is open meanwhile, because the CRM may take its time.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import type { TokenStore, Tokens } from '../vendors/adapter.ts';
import { CrmError } from '../vendors/crm-error.ts';
import type { CrmSeal, CrmTarget } from '../vendors/seal.ts';
import type { Connection } from './connection.ts';

/** Longer than a request for a token may take, which is 10 seconds. */
const CLAIM_SECONDS = 20;
const MAX_WAIT_MS = 15_000;
const POLL_MS = 200;

export const openTokenStore = (db: Installation, seal: CrmSeal, connection: Connection): TokenStore => ({
  get: async (rejected, request) => {
    const { id, sealed } = connection;
    const { accessToken } = seal.open(id, sealed);
    if (rejected === null && accessToken !== undefined) return accessToken;
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
      const stored = await readSealed(db, connection);
      if (stored === null) throw new CrmError('unauthorized', 'the CRM was disconnected');
      const target = seal.open(id, stored);
      if (target.accessToken !== undefined && target.accessToken !== rejected) return target.accessToken;
      if (await claim(db, connection, stored))
        try {
          const tokens = await request(target.refreshToken ?? null);
          await saveTokens(db, seal, connection, target, tokens);
          return tokens.accessToken;
        } finally {
          await release(db, connection);
        }
      await sleep(POLL_MS);
    }
    throw new CrmError('unavailable', 'signing in to the CRM takes too long');
  },
});

async function readSealed(db: Installation, { accountId, id }: Connection): Promise<Buffer | null> {
  const row = await db
    .selectFrom('crm_connections as c')
    .select('c.sealed')
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Unless another process has it, or has already stored another token. */
async function claim(db: Installation, { accountId, id }: Connection, stored: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update leadline.crm_connections set token_claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where account_id = ${accountId} and id = ${id} and sealed = ${stored}
      and (token_claimed_until is null or token_claimed_until < now())
    returning id`.execute(db);
  return rows.length > 0;
}

const release = (db: Installation, { accountId, id }: Connection): Promise<unknown> =>
  db
    .updateTable('crm_connections')
    .set({ token_claimed_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** Unless somebody has entered another login meanwhile. Encrypting it again with another key changes nothing. */
const saveTokens = (
  db: Installation,
  seal: CrmSeal,
  { accountId, id }: Connection,
  used: CrmTarget,
  { accessToken, refreshToken }: Tokens,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('crm_connections as c')
      .select('c.sealed')
      .where('c.account_id', '=', accountId)
      .where('c.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    const target = seal.open(id, row.sealed);
    const isOther =
      target.login !== used.login ||
      target.apiKey !== used.apiKey ||
      target.refreshToken !== used.refreshToken;
    if (isOther) return;
    const renewed = { ...target, accessToken, refreshToken: refreshToken ?? target.refreshToken };
    await trx
      .updateTable('crm_connections')
      .set({ sealed: seal.close(id, renewed) })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  });
