// Keeps the access token of a connection, encrypted with the login. The process that finds it expired locks the connection, so that
// one process asks for another and the others use it: some CRMs cancel a refresh token that is used twice.

import type { Installation } from '../../platform/db/installation.ts';
import { inTransaction } from '../../platform/db/installation.ts';
import type { TokenStore } from '../vendors/adapter.ts';
import { CrmError } from '../vendors/crm-error.ts';
import type { CrmSeal } from '../vendors/seal.ts';
import type { Connection } from './connection.ts';

export const openTokenStore = (
  db: Installation,
  seal: CrmSeal,
  { accountId, id, sealed }: Connection,
): TokenStore => ({
  get: async (rejected, request) => {
    const { accessToken } = seal.open(id, sealed);
    if (rejected === null && accessToken !== undefined) return accessToken;
    return inTransaction(db, async (trx) => {
      const row = await trx
        .selectFrom('crm_connections as c')
        .select('c.sealed')
        .where('c.account_id', '=', accountId)
        .where('c.id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) throw new CrmError('unauthorized', 'the CRM was disconnected');
      const target = seal.open(id, row.sealed);
      if (target.accessToken !== undefined && target.accessToken !== rejected) return target.accessToken;
      const tokens = await request(target.refreshToken ?? null);
      const renewed = {
        ...target,
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken ?? target.refreshToken,
      };
      await trx
        .updateTable('crm_connections')
        .set({ sealed: seal.close(id, renewed) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
      return tokens.accessToken;
    });
  },
});
