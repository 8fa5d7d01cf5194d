// Lists a page of leads in the requested order.

import type { LeadPage } from '@leadline/contract';
import type { AccountScope } from '../db/account-scope.ts';
import { findPlaces, type PageToFind } from './find-places.ts';
import type { LeadFilter } from './lead-filter.ts';
import { showCursor } from './list-cursor.ts';
import { readListed } from './read-listed.ts';

export async function listLeads(
  scope: AccountScope,
  filter: LeadFilter,
  page: PageToFind,
): Promise<LeadPage> {
  const { places, next } = await findPlaces(scope, filter, page);
  return {
    success: true,
    data: await readListed(
      scope,
      places.map(({ id }) => id),
    ),
    next_cursor: next === null ? null : showCursor(page.sort, next),
  };
}
