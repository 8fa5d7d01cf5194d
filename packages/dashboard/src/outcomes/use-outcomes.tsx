// Records outcomes and shows a notification with an Undo button.

import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import type { CallOptions } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { ActionMessage } from '../components/action-message.tsx';
import { sessionQuery } from '../session/use-session.ts';
import { changeLead } from '../work/work-calls.ts';
import { announceFailure, announceUnchanged, MESSAGE_MS } from './announce.tsx';
import { findPreviousOutcomes, type PreviousOutcome } from './find-previous-outcomes.ts';
import type { OutcomeChange, OutcomeLead, OutcomeResult, SaveOutcome } from './outcome-change.ts';
import { describeChange } from './outcome-names.ts';

export interface Outcomes<L extends OutcomeLead> {
  /** The caller has to report failures. */
  readonly record: (leads: readonly L[], change: OutcomeChange) => Promise<OutcomeResult<L>>;
  readonly undoLast: () => void;
}

export function useOutcomes<L extends OutcomeLead>(
  save: SaveOutcome<L>,
  mode?: CallOptions['mode'],
): Outcomes<L> {
  const last = useRef<(() => void) | null>(null);

  async function record(leads: readonly L[], change: OutcomeChange): Promise<OutcomeResult<L>> {
    const result = await save(leads, change);
    if (result.recorded.length === 0) return result;
    let isUsed = false;
    const id = `outcome-${result.recorded[0]?.lead_id}-${Date.now()}`;
    // Also works after leaving the page.
    const undo = (): void => {
      if (isUsed) return;
      isUsed = true;
      notifications.hide(id);
      void undoChange(save, result.recorded, change, mode);
    };
    last.current = undo;
    notifications.show({
      id,
      autoClose: MESSAGE_MS,
      // Pressing `u` an hour later must not undo this.
      onClose: () => {
        if (last.current === undo) last.current = null;
      },
      message: (
        <ActionMessage text={describeChange(result.recorded, change.outcome)} action="Undo" onAction={undo} />
      ),
    });
    return result;
  }

  return { record, undoLast: () => last.current?.() };
}

/** Restores each lead's previous outcome with its details, unless someone else has recorded a new one since. */
async function undoChange<L extends OutcomeLead>(
  save: SaveOutcome<L>,
  leads: readonly L[],
  change: OutcomeChange,
  mode: CallOptions['mode'],
): Promise<void> {
  let previous: readonly PreviousOutcome<L>[];
  try {
    previous = await findPreviousOutcomes(leads, change, mode);
  } catch (failure) {
    return announceFailure({ recorded: [], missing: [], failed: leads, failure });
  }
  const restored: PreviousOutcome<L>[] = [];
  const missing: L[] = [];
  const steps = groupPrevious(previous);
  for (const [index, { before, leads: batch }] of steps.entries()) {
    const result = await save(batch, before);
    restored.push(...result.recorded.map((lead) => ({ lead, before })));
    missing.push(...result.missing);
    if (result.failed.length === 0) continue;
    const failed = [...result.failed, ...steps.slice(index + 1).flatMap((step) => step.leads)];
    announceFailure({
      recorded: restored.map(({ lead }) => lead),
      missing: [],
      failed,
      failure: result.failure,
    });
    break;
  }
  await giveBack(
    restored.map(({ lead }) => lead),
    mode,
  );
  announceFailure({ recorded: [], missing, failed: [], failure: null });
  announceUnchanged(previous.filter(({ before }) => before === null).map(({ lead }) => lead));
  for (const outcome of new Set(restored.map(({ before }) => before?.outcome))) {
    const batch = restored.filter(({ before }) => before?.outcome === outcome).map(({ lead }) => lead);
    if (outcome !== undefined) notifications.show({ message: describeChange(batch, outcome) });
  }
}

/** A person who records an outcome takes unassigned leads; that is undone, too. */
async function giveBack(leads: readonly OutcomeLead[], mode: CallOptions['mode']): Promise<void> {
  const taken = leads.filter(({ assignee }) => assignee === null);
  const { user } = await queryClient.ensureQueryData(sessionQuery);
  if (taken.length === 0 || user === null) return;
  const expected = { assignee: user.user_id };
  for (const { lead_id } of taken) {
    // If somebody else has it by now, it stays theirs.
    await changeLead(lead_id, { assignee: null, expected }, mode).catch(() => {});
    void queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) });
  }
  void queryClient.invalidateQueries({ queryKey: queryKeys.allInboxes });
}

interface UndoStep<L> {
  readonly before: OutcomeChange;
  readonly leads: readonly L[];
}

/** Leads without a previous outcome are reopened together; the others each have their own time, amount and reason. */
function groupPrevious<L extends OutcomeLead>(
  previous: readonly PreviousOutcome<L>[],
): readonly UndoStep<L>[] {
  const untouched: L[] = [];
  const steps: UndoStep<L>[] = [];
  for (const { lead, before } of previous) {
    if (before === null) continue;
    if (before.at === undefined) untouched.push(lead);
    else steps.push({ before, leads: [lead] });
  }
  return untouched.length === 0 ? steps : [{ before: { outcome: 'open' }, leads: untouched }, ...steps];
}
