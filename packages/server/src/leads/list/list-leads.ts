// Lists a page of leads in the requested order.

import type { LeadPage } from '@leadline/contract';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { findPage, type PageToFind } from './find-page.ts';
import type { LeadFilter } from './lead-filter.ts';
import { showCursor } from './list-cursor.ts';
import { type RunCharged, readListed } from './read-listed.ts';

export async function listLeads(
  scope: AccountScope,
  filter: LeadFilter,
  page: PageToFind,
  runCharged: RunCharged,
): Promise<LeadPage> {
  const { places, next } = await findPage(scope, filter, page);
  return {
    success: true,
    data: await readListed(
      scope,
      places.map(({ id }) => id),
      runCharged,
    ),
    next_cursor: next === null ? null : showCursor(page.sort, next),
  };
}
