// Where the lead was opened from: the inbox with its filters, and the list for Previous and Next.

import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { PAGES } from '../../navigation/page-paths.ts';

/** What other pages pass as `state` when they link here. */
export interface LeadOrigin {
  /** Path and query of the inbox. */
  readonly inbox: string;
  readonly leadIds: readonly string[];
}

/** The history state can hold anything; whatever is not an origin is ignored. */
export function useLeadOrigin(): LeadOrigin {
  const { state } = useLocation();
  return useMemo(() => readOrigin(state), [state]);
}

export function readOrigin(state: unknown): LeadOrigin {
  const { inbox, leadIds } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<keyof LeadOrigin, unknown>
  >;
  return {
    inbox: typeof inbox === 'string' && isInbox(inbox) ? inbox : PAGES.inbox,
    leadIds: Array.isArray(leadIds) ? leadIds.filter((id) => typeof id === 'string') : [],
  };
}

const isInbox = (path: string): boolean => path === PAGES.inbox || path.startsWith(`${PAGES.inbox}?`);
