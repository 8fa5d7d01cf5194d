// Links to the leads of an import.

import type { Import } from '@leadline/contract';
import { PAGES } from '../../navigation/page-paths.ts';

export function linkToImported({ import_id: id }: Import): string {
  // All of them: the to-do list leaves out those that were already closed.
  return `${PAGES.inbox}?${new URLSearchParams({ tab: 'all', import: id })}`;
}
