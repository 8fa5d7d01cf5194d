// Changes to the lead whose page is open: status, snooze, assignee and notes.

import { useMutation } from '@tanstack/react-query';
import { saveLeadWork } from '../../work/save-lead-work.ts';
import { useWork } from '../../work/use-work.tsx';
import type { WorkChange, WorkLead } from '../../work/work-change.ts';
import type { LeadData, Mode } from './lead-query.ts';

export interface LeadWork {
  /** Resolves to whether it was saved; failures and conflicts have been reported by then. */
  readonly change: (change: WorkChange) => Promise<boolean>;
  readonly isPending: boolean;
}

export function useLeadWork(data: LeadData, mode: Mode): LeadWork {
  const work = useWork<WorkLead>((leads, change) => saveLeadWork(leads, change, mode), mode);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: WorkChange) => work.change([toWorkLead(data)], change),
  });
  return {
    change: async (change) => !isPending && (await mutateAsync(change)).changed.length > 0,
    isPending,
  };
}

export function toWorkLead(data: LeadData): WorkLead {
  const { name, email, phone } = data.lead;
  const { lead_id, outcome, status, assignee, snoozed_until, contacted_at } = data;
  const last = data.history.findLast((event) => event.event === 'outcome');
  const decided = outcome === 'open' || last === undefined ? null : last;
  return {
    lead_id,
    name,
    email,
    phone,
    outcome,
    decided,
    status,
    assignee,
    snoozed_until,
    contacted_at,
  };
}
