// Finds leads for the command palette while somebody types.

import type { ListedLead } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { describeFailure } from '../components/describe-failure.ts';
import { GradeBadge } from '../components/grade-badge.tsx';
import { nameLead } from '../components/name-lead.ts';
import { filterOptions } from '../components/option-list.tsx';
import { leadPath } from '../navigation/page-paths.ts';
import { StatusBadge } from '../work/status-badge.tsx';
import type { Command } from './command.ts';

/** A single letter would match half of all leads. */
const MIN_LENGTH = 2;
const DEBOUNCE_MS = 150;
const MAX_FOUND = 8;
/** Enough that closed leads don't keep an open one off the list. */
const MAX_COMPARED = 30;

interface LeadSearch {
  readonly commands: readonly Command[];
  /** Why there are no leads yet, or null. */
  readonly message: string | null;
}

export function useLeadSearch(text: string): LeadSearch {
  const navigate = useNavigate();
  const [q] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const isSearching = text.trim().length >= MIN_LENGTH;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: queryKeys.leadSearch(q),
    queryFn: ({ signal }) =>
      call(
        'GET',
        `${PATHS.leads}?${new URLSearchParams({ q, sort: 'score', limit: String(MAX_COMPARED) })}`,
        undefined,
        { signal },
      ),
    enabled: q.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  if (!isSearching) return { commands: [], message: null };
  if (error !== null) return { commands: [], message: describeFailure(error) };
  const commands = sortFound(data?.data ?? [], q).map(
    (lead): Command => ({
      value: lead.lead_id,
      label: lead.company === '' ? nameLead(lead) : `${nameLead(lead)} · ${lead.company}`,
      icon: <GradeBadge grade={lead.grade} />,
      hint: (
        <>
          <StatusBadge status={lead.status} /> {lead.score}
        </>
      ),
      group: 'Leads',
      run: () => void navigate(leadPath(lead.lead_id)),
    }),
  );
  // Enter must never open a lead that was found for other words.
  const isStale = isPlaceholderData || q !== text.trim();
  return {
    commands: isStale ? filterOptions(commands, text) : commands,
    message: isFetching || isStale ? 'Searching…' : null,
  };
}

/** Open leads, then closed ones, then spam; within each, names that match come first, then the highest score. */
function sortFound(leads: readonly ListedLead[], q: string): readonly ListedLead[] {
  const isNamed = (lead: ListedLead): number =>
    nameLead(lead).toLowerCase().includes(q.toLowerCase()) ? 0 : 1;
  const rank = ({ grade, not_spam, status }: ListedLead): number => {
    if (grade === 'Spam' && not_spam !== true) return 2;
    return status === 'new' || status === 'contacted' || status === 'qualified' ? 0 : 1;
  };
  return leads
    .toSorted((a, b) => rank(a) - rank(b) || isNamed(a) - isNamed(b) || b.score - a.score)
    .slice(0, MAX_FOUND);
}
