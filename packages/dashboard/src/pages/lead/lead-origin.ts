// Where one came from: the inbox with its filters, and its list, to go through lead by lead.

import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { PAGES } from '../../navigation/page-paths.ts';

/** What a page may hand over as `state` when it links here. */
export interface LeadOrigin {
  /** Path and search of the inbox. */
  readonly inbox: string;
  readonly leadIds: readonly string[];
}

/** Any page may have left any state in the history: what is not ours is left out. */
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
