// Decides leads and says so, with a way back.

import type { ListedLead, Outcome } from '@leadline/contract';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import { nameLead } from '../../components/name-lead.ts';
import { type Decided, type Decision, decideLeads } from './decide-leads.ts';
import type { Filters } from './filters.ts';
import { type Former, findFormer } from './find-former.ts';
import classes from './inbox.module.css';

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
    tellFailure(decided, () => void decide(decided.undone, decision));
    if (decided.done.length === 0) return;
    let isUsed = false;
    const id = `decided-${decided.done[0]?.lead_id}-${Date.now()}`;
    const undo = (): void => {
      if (isUsed) return;
      isUsed = true;
      notifications.hide(id);
      void takeBack(filters, decided.done, decision);
    };
    last.current = undo;
    notifications.show({
      id,
      autoClose: UNDO_MS,
      // Who presses `u` an hour later means something else.
      onClose: () => {
        if (last.current === undo) last.current = null;
      },
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

/** Each lead as it was before, with all that was said of it; but not where somebody else has decided meanwhile. */
async function takeBack(filters: Filters, leads: readonly ListedLead[], decision: Decision): Promise<void> {
  let former: readonly Former[];
  try {
    former = await findFormer(leads, decision);
  } catch (failure) {
    return tellFailure({ done: [], gone: [], undone: leads, failure });
  }
  const done: Former[] = [];
  const gone: ListedLead[] = [];
  const steps = groupFormer(former);
  for (const [index, { before, leads: some }] of steps.entries()) {
    const decided = await decideLeads(filters, some, before);
    done.push(...decided.done.map((lead) => ({ lead, before })));
    gone.push(...decided.gone);
    if (decided.undone.length === 0) continue;
    const undone = [...decided.undone, ...steps.slice(index + 1).flatMap((step) => step.leads)];
    tellFailure({ done: done.map(({ lead }) => lead), gone: [], undone, failure: decided.failure });
    break;
  }
  tellFailure({ done: [], gone, undone: [], failure: null });
  tellKept(former.filter(({ before }) => before === null).map(({ lead }) => lead));
  for (const outcome of new Set(done.map(({ before }) => before?.outcome))) {
    const some = done.filter(({ before }) => before?.outcome === outcome).map(({ lead }) => lead);
    if (outcome !== undefined) notifications.show({ message: tellDone(some, outcome) });
  }
}

interface Step {
  readonly before: Decision;
  readonly leads: readonly ListedLead[];
}

/** Those nobody had decided go together; of the others each has its own moment, amount and reason. */
function groupFormer(former: readonly Former[]): readonly Step[] {
  const fresh: ListedLead[] = [];
  const steps: Step[] = [];
  for (const { lead, before } of former) {
    if (before === null) continue;
    if (before.at === undefined) fresh.push(lead);
    else steps.push({ before, leads: [lead] });
  }
  return fresh.length === 0 ? steps : [{ before: { outcome: 'open' }, leads: fresh }, ...steps];
}

function tellKept(leads: readonly ListedLead[]): void {
  if (leads.length === 0) return;
  const rest = leads.length === 1 ? 'has another outcome by now and keeps it' : 'have others by now';
  notifications.show({ message: `Not undone: ${tellLeads(leads)} ${rest}.` });
}

/** What was typed for the outcome is not to be typed twice. */
function tellFailure({ done, gone, undone, failure }: Decided, retry?: () => void): void {
  if (gone.length > 0) {
    notifications.show({
      message: `${tellLeads(gone)} no longer ${gone.length === 1 ? 'exists' : 'exist'}.`,
    });
  }
  if (undone.length === 0) return;
  const all = done.length + gone.length + undone.length;
  const id = `failed-${undone[0]?.lead_id}-${Date.now()}`;
  notifications.show({
    id,
    color: 'red',
    ...(retry !== undefined && { autoClose: UNDO_MS }),
    title:
      done.length === 0
        ? 'The outcome was not recorded'
        : `Recorded for ${done.length} of ${all} leads, not for the rest`,
    message: (
      <span className={classes.undo}>
        {describeFailure(failure)}
        {retry !== undefined && (
          <button
            type="button"
            onClick={() => {
              notifications.hide(id);
              retry();
            }}
          >
            Try again
          </button>
        )}
      </span>
    ),
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
  return leads.length === 1 && only !== undefined ? nameLead(only) : `${leads.length} leads`;
}
