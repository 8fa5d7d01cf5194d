// The lead that keyboard shortcuts act on. Tracked by ID, so that it stays the same when leads are added. If it leaves
// the list, the lead that takes its position becomes active.

import type { ListedLead } from '@leadline/contract';
import { useMemo, useState } from 'react';

export interface Active {
  readonly index: number | null;
  readonly lead: ListedLead | null;
  readonly set: (index: number | null) => void;
}

export function useActive(leads: readonly ListedLead[], firstId: string | null): Active {
  const [active, setActive] = useState(firstId === null ? null : { leadId: firstId, index: 0 });
  const index = useMemo(() => findActive(leads, active), [leads, active]);
  return {
    index,
    lead: index === null ? null : (leads[index] ?? null),
    set: (next) => {
      const lead = next === null ? undefined : leads[next];
      setActive(lead === undefined || next === null ? null : { leadId: lead.lead_id, index: next });
    },
  };
}

function findActive(
  leads: readonly ListedLead[],
  active: { readonly leadId: string; readonly index: number } | null,
): number | null {
  if (active === null || leads.length === 0) return null;
  const index = leads.findIndex(({ lead_id }) => lead_id === active.leadId);
  return index >= 0 ? index : Math.min(active.index, leads.length - 1);
}
