// Notes in the audit log who downloads which leads, before the first one leaves.

import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { countMatching } from './count-leads.ts';
import type { LeadFilter } from './lead-filter.ts';

export async function recordLeadsExport(scope: AccountScope, filter: LeadFilter): Promise<void> {
  const { count, is_capped } = await countMatching(scope, filter);
  await recordAudit(scope, 'leads.exported', showId('acct', scope.accountId), {
    leads: is_capped ? `more than ${count}` : count,
    ...describeFilter(filter),
  });
}

/** Without the text of a search, which may be the name or email of a lead. */
function describeFilter(filter: LeadFilter): Record<string, unknown> {
  const {
    q,
    assignees,
    from,
    to,
    minScore,
    maxScore,
    sources,
    countries,
    statuses,
    grades,
    work,
    outcome,
    importId,
  } = filter;
  const described = {
    work,
    status: statuses,
    outcome,
    grade: grades,
    source: sources,
    country: countries,
    import: importId === undefined ? undefined : showId('imp', importId),
    assignee: assignees?.map((userId) => (userId === null ? 'nobody' : showId('user', userId))),
    min_score: minScore,
    max_score: maxScore,
    received_from: from?.toISOString(),
    received_before: to?.toISOString(),
    search: q === undefined ? undefined : true,
  };
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined));
}
