// Decides leads and says so, with a way back.

import type { ListedLead, Outcome } from '@leadline/contract';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import { type Decided, type Decision, decideLeads } from './decide-leads.ts';
import type { Filters } from './filters.ts';
import classes from './inbox.module.css';
import { nameOf } from './name-lead.ts';

export interface Outcomes {
  readonly decide: (leads: readonly ListedLead[], decision: Decision) => Promise<void>;
  /** Takes back what was decided last. */
  readonly undoLast: () => void;
}

const UNDO_MS = 10_000;

export function useOutcomes(filters: Filters): Outcomes {
  const last = useRef<(() => void) | null>(null);

  async function decide(leads: readonly ListedLead[], decision: Decision): Promise<void> {
    const decided = await decideLeads(filters, leads, decision);
    tellFailure(decided);
    if (decided.done.length === 0) return;
    let isUsed = false;
    const id = `decided-${decided.done[0]?.lead_id}-${Date.now()}`;
    const undo = (): void => {
      if (isUsed) return;
      isUsed = true;
      notifications.hide(id);
      void takeBack(filters, decided.done, decision.outcome);
    };
    last.current = undo;
    notifications.show({
      id,
      autoClose: UNDO_MS,
      message: (
        <span className={classes.undo}>
          {tellDone(decided.done, decision.outcome)}
          <button type="button" onClick={undo}>
            Undo
          </button>
        </span>
      ),
    });
  }

  return { decide, undoLast: () => last.current?.() };
}

/** Each lead as it was before: most were open, but a list of all leads holds others. */
async function takeBack(filters: Filters, leads: readonly ListedLead[], from: Outcome): Promise<void> {
  for (const outcome of new Set(leads.map((lead) => lead.outcome))) {
    const some = leads.filter((lead) => lead.outcome === outcome).map((lead) => ({ ...lead, outcome: from }));
    const decided = await decideLeads(filters, some, { outcome });
    tellFailure(decided);
    if (decided.done.length > 0) notifications.show({ message: tellDone(decided.done, outcome) });
  }
}

function tellFailure({ done, gone, undone, failure }: Decided): void {
  if (gone.length > 0) {
    notifications.show({
      message: `${tellLeads(gone)} no longer ${gone.length === 1 ? 'exists' : 'exist'}.`,
    });
  }
  if (undone.length === 0) return;
  const all = done.length + gone.length + undone.length;
  notifications.show({
    color: 'red',
    title:
      done.length === 0
        ? 'The outcome was not recorded'
        : `Recorded for ${done.length} of ${all} leads, not for the rest`,
    message: describeFailure(failure),
  });
}

const WORDS: Readonly<Record<Outcome, string>> = {
  won: 'marked as won',
  lost: 'marked as lost',
  open: 'open again',
};

function tellDone(leads: readonly ListedLead[], outcome: Outcome): string {
  return `${tellLeads(leads)} ${WORDS[outcome]}.`;
}

function tellLeads(leads: readonly ListedLead[]): string {
  const [only] = leads;
  return leads.length === 1 && only !== undefined ? nameOf(only) : `${leads.length} leads`;
}
