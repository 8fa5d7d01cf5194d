// Changes to the lead whose page is open: status, snooze, assignee and notes.

import type { Status } from '@leadline/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { NoteDraft } from '../../work/note-draft.ts';
import { saveLeadWork } from '../../work/save-lead-work.ts';
import { useWork } from '../../work/use-work.tsx';
import type { WorkChange, WorkLead } from '../../work/work-change.ts';
import { type LeadData, leadQuery, type Mode } from './lead-query.ts';

export interface LeadWork {
  /** Resolves to whether it was saved; failures and conflicts have been reported by then. */
  readonly change: (change: WorkChange) => Promise<boolean>;
  /** Saves the note that is being written, too. */
  readonly moveTo: (status: Status) => Promise<boolean>;
  readonly isPending: boolean;
  readonly undoLast: () => void;
  /** For changes made in another way. */
  readonly rememberUndo: (undo: () => void) => void;
}

export function useLeadWork(data: LeadData, mode: Mode, draft: NoteDraft): LeadWork {
  const work = useWork<WorkLead>((leads, change) => saveLeadWork(leads, change, mode), mode);
  const undo = useRef<() => void>(() => {});
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** As it is by now, which may be newer than what was last drawn. */
  const latest = (): LeadData => queryClient.getQueryData(leadQuery(data.lead_id, mode).queryKey) ?? data;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: WorkChange) => work.change([toWorkLead(latest())], change),
  });
  /** One after the other: the second would contradict what the server knows before the first. */
  async function change(wanted: WorkChange): Promise<boolean> {
    const before = running.current;
    const own = before.then(async () => {
      // The second click of a double click.
      if (wanted.status !== undefined && wanted.status === latest().status) return false;
      undo.current = work.undoLast;
      return (await mutateAsync(wanted)).changed.length > 0;
    });
    running.current = own.catch(() => {});
    return own;
  }
  return {
    change,
    moveTo: async (status) => {
      const isSaved = await change({ status, ...(draft.note === null ? {} : { note: draft.note }) });
      if (isSaved) draft.set('');
      return isSaved;
    },
    isPending,
    undoLast: () => undo.current(),
    rememberUndo: (other) => {
      undo.current = other;
    },
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
