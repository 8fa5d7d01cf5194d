// Where the lead was opened from: the inbox with its filters, plus the list for Previous and Next.

import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { PAGES } from '../../navigation/page-paths.ts';

/** The `state` that other pages pass when they link to a lead. */
export interface LeadOrigin {
  /** Path and query of the inbox. */
  readonly inbox: string;
  readonly leadIds: readonly string[];
  /** The list goes on, but that part wasn't loaded. */
  readonly hasMore: boolean;
}

/** The history state can contain anything; values that aren't an origin are ignored. */
export function useLeadOrigin(): LeadOrigin {
  const { state } = useLocation();
  return useMemo(() => readOrigin(state), [state]);
}

export function readOrigin(state: unknown): LeadOrigin {
  const { inbox, leadIds, hasMore } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof LeadOrigin, unknown>
  >;
  return {
    inbox: typeof inbox === 'string' && isInbox(inbox) ? inbox : PAGES.inbox,
    leadIds: Array.isArray(leadIds) ? leadIds.filter((id) => typeof id === 'string') : [],
    hasMore: hasMore === true,
  };
}

const isInbox = (path: string): boolean => path === PAGES.inbox || path.startsWith(`${PAGES.inbox}?`);
