// The selected leads, and where a range selection starts.

import type { ListedLead } from '@leadline/contract';
import { useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (leadId: string) => void;
  /** Selects everything from the last toggled lead to this one. */
  readonly extendTo: (leadId: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

export function useSelection(leads: readonly ListedLead[]): Selection {
  const [chosen, setChosen] = useState(NONE);
  const [start, setStart] = useState<string | null>(null);
  const ids = useMemo(() => keepShown(chosen, leads), [chosen, leads]);

  return {
    ids,
    toggle: (leadId) => {
      setStart(leadId);
      setChosen(new Set(ids.has(leadId) ? [...ids].filter((id) => id !== leadId) : [...ids, leadId]));
    },
    extendTo: (leadId) => {
      const to = leads.findIndex(({ lead_id }) => lead_id === leadId);
      const from = leads.findIndex(({ lead_id }) => lead_id === start);
      const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      setStart(leadId);
      setChosen(new Set([...ids, ...leads.slice(first, last + 1).map(({ lead_id }) => lead_id)]));
    },
    selectAll: () => setChosen(new Set(leads.map(({ lead_id }) => lead_id))),
    clear: () => setChosen(NONE),
  };
}

/** A lead that has left the list is no longer selected. */
function keepShown(chosen: ReadonlySet<string>, leads: readonly ListedLead[]): ReadonlySet<string> {
  if (chosen.size === 0) return NONE;
  return new Set(leads.map(({ lead_id }) => lead_id).filter((id) => chosen.has(id)));
}
