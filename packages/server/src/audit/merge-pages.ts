// Merges entries from a second source into a page of the audit log. Both are newest first and start at the same cursor.

import type { AuditPage } from '@leadline/contract';

/** `others` has one more entry than fits on the page, if there are that many. */
export function mergePages(page: AuditPage, others: AuditPage['data'], limit: number): AuditPage {
  const all = [...page.data, ...others].toSorted((a, b) => (a.entry_id < b.entry_id ? 1 : -1));
  const data = all.slice(0, limit);
  const hasMore = page.next_cursor !== null || all.length > limit;
  return { success: true, data, next_cursor: hasMore ? (data.at(-1)?.entry_id ?? null) : null };
}
