// Changes to the lead whose page is open: status, outcome, snooze, assignee and notes.

import type { Status } from '@leadline/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { OutcomeChange } from '../../outcomes/outcome-change.ts';
import type { NoteDraft } from '../../work/note-draft.ts';
import { saveLeadWork } from '../../work/save-lead-work.ts';
import { useWork } from '../../work/use-work.tsx';
import { type LeadChange, toWorkLead, type WorkChange, type WorkLead } from '../../work/work-change.ts';
import { type LeadData, leadQuery, type Mode } from './lead-query.ts';

export interface LeadWork {
  /** Resolves to whether it was saved; failures and conflicts have been reported by then. */
  readonly change: (change: LeadChange) => Promise<boolean>;
  /** What was done; saves the note that is being written, too. */
  readonly log: (change: WorkChange) => Promise<boolean>;
  /** Saves the note that is being written, too. */
  readonly moveTo: (status: Status) => Promise<boolean>;
  /** For the lead as it was when somebody was asked about it. Failures are up to the caller. */
  readonly record: (lead: WorkLead, change: OutcomeChange) => Promise<void>;
  readonly isPending: boolean;
}

interface Wanted {
  readonly change: LeadChange;
  /** The lead as seen; by default, as it is on screen. */
  readonly lead?: WorkLead;
  readonly showsFailure?: boolean;
  readonly onChanged?: () => void;
}

export function useLeadWork(data: LeadData, mode: Mode, draft: NoteDraft): LeadWork {
  const work = useWork<WorkLead>(
    (leads, change, options) => saveLeadWork(leads, change, mode, options),
    mode,
  );
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** As it is by now, which may be newer than what was last drawn. */
  const latest = (): LeadData => queryClient.getQueryData(leadQuery(data.lead_id, mode).queryKey) ?? data;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ change, lead = toWorkLead(latest()), ...options }: Wanted) =>
      work([lead], change, options),
  });
  /** One after the other, so that what is on screen has settled. */
  async function run(wanted: Wanted): Promise<boolean> {
    const before = running.current;
    const own = before.then(async () => {
      if (isRepeated(wanted.change, latest())) return false;
      const { changed, failed, failure } = await mutateAsync(wanted);
      if (wanted.showsFailure === true && failed.length > 0) throw failure;
      return changed.length > 0;
    });
    running.current = own.catch(() => {});
    return own;
  }
  /** Together with the note that is being written. */
  function runWithNote(change: WorkChange): Promise<boolean> {
    const { note } = draft;
    if (note === null) return run({ change });
    return run({ change: { ...change, note }, onChanged: () => draft.set('') });
  }
  return {
    change: (change) => run({ change }),
    log: runWithNote,
    moveTo: (status) => runWithNote({ status }),
    record: async (lead, change) => {
      await run({ change, lead, showsFailure: true });
    },
    isPending,
  };
}

/** The second click of a double click. */
function isRepeated(change: LeadChange, { status, outcome }: LeadData): boolean {
  if ('outcome' in change) return change.outcome === 'open' && outcome === 'open';
  return change.status !== undefined && change.status === status;
}
