// The sites of an account. Their pages may read the answers of its intake URLs, and its forms may redirect to them.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { recordAudit } from '../audit/record-audit.ts';

export async function listAllowedOrigins({ transaction, accountId }: AccountScope): Promise<string[]> {
  const { allowed_origins } = await transaction
    .selectFrom('accounts')
    .select('allowed_origins')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return allowed_origins;
}

/** Returns the origins as stored, in the order given and each once. */
export async function setAllowedOrigins(scope: AccountScope, texts: readonly string[]): Promise<string[]> {
  const origins = [...new Set(texts.map((text, index) => readOrigin(text, index)))];
  const { numUpdatedRows } = await scope.transaction
    .updateTable('accounts')
    .set({ allowed_origins: origins })
    .where('id', '=', scope.accountId)
    .where(sql<boolean>`allowed_origins <> ${origins}::text[]`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await recordAudit(scope, 'account.origins_changed', showId('acct', scope.accountId), { origins });
  return origins;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `HTTPS://Www.Example.com:443/` → `https://www.example.com`, the way browsers write it in the Origin header. */
function readOrigin(text: string, index: number): string {
  const trimmed = text.trim();
  // The URL parser would repair a backslash or a missing slash, but nobody means to write one.
  const url = /^https?:\/\/[^/\\?#@\s]+\/?$/i.test(trimmed) ? URL.parse(trimmed) : null;
  if (!/^https?:\/\//i.test(trimmed))
    throw invalid(index, 'must start with https://, such as https://www.example.com');
  if (url === null || url.pathname !== '/' || url.hostname.includes('*'))
    throw invalid(index, 'must be only the site, such as https://www.example.com, without a path');
  if (url.protocol !== 'https:' && !LOOPBACK.has(url.hostname))
    throw invalid(index, 'must start with https://; only localhost may use http://');
  return url.origin;
}

const invalid = (index: number, problem: string): DomainError =>
  new DomainError('invalid_input', `origins.${index} ${problem}`, { field: `origins.${index}` });
