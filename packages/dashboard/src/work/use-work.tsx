// Changes the status, assignee or snooze of leads and shows a notification with an Undo button.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { type CallOptions, call } from '../api/call.ts';
import { ActionMessage } from '../components/action-message.tsx';
import { describeFailure } from '../components/describe-failure.ts';
import { MESSAGE_MS } from '../outcomes/announce.tsx';
import { nameLeads } from '../outcomes/outcome-names.ts';
import { describeConflict } from './describe-conflict.ts';
import { describeWork } from './describe-work.ts';
import { useHours } from './use-hours.ts';
import { type Team, useTeam } from './use-team.ts';
import {
  applyWork,
  isTaken,
  type SaveWork,
  type WorkChange,
  type WorkLead,
  type WorkSent,
  withTaker,
} from './work-change.ts';

export interface Work<L extends WorkLead> {
  /** Also reports failures and conflicts. */
  readonly change: (leads: readonly L[], change: WorkChange) => Promise<WorkSent<L>>;
  readonly undoLast: () => void;
}

type Mode = CallOptions['mode'];

/** A change whose message, with its Undo, is still shown. */
interface Undoable {
  readonly id: string;
  readonly undo: () => void;
  readonly leadIds: ReadonlySet<string>;
}

export function useWork<L extends WorkLead>(save: SaveWork<L>, mode?: Mode): Work<L> {
  const team = useTeam();
  const { time_zone: zone } = useHours();
  const last = useRef<Undoable | null>(null);

  async function change(leads: readonly L[], given: WorkChange): Promise<WorkSent<L>> {
    const wanted = withTaker(given, team.me);
    const sent = await save(leads, wanted);
    announceProblems(sent, team, mode, () => void change(sent.failed, wanted));
    if (sent.changed.length === 0) return sent;
    const text = describeWork(sent.changed, wanted, team, zone);
    if (isNoteOnly(wanted)) {
      notifications.show({ message: text });
      return sent;
    }
    let isUsed = false;
    const id = `work-${sent.changed[0]?.lead_id}-${Date.now()}`;
    // Also works after leaving the page.
    const undo = (): void => {
      if (isUsed) return;
      isUsed = true;
      notifications.hide(id);
      void undoWork(save, sent.changed, wanted, team, mode);
    };
    // Its Undo would fail, because the lead has changed since.
    if (last.current !== null && sent.changed.some(({ lead_id }) => last.current?.leadIds.has(lead_id)))
      notifications.hide(last.current.id);
    const undoable = { id, undo, leadIds: new Set(sent.changed.map(({ lead_id }) => lead_id)) };
    last.current = undoable;
    notifications.show({
      id,
      autoClose: MESSAGE_MS,
      // Pressing `u` an hour later must not undo this.
      onClose: () => {
        if (last.current === undoable) last.current = null;
      },
      message: <ActionMessage text={text} action="Undo" onAction={undo} />,
    });
    return sent;
  }

  return { change, undoLast: () => last.current?.undo() };
}

function isNoteOnly({ status, assignee, snoozed_until: until }: WorkChange): boolean {
  return status === undefined && assignee === undefined && until === undefined;
}

function announceProblems<L extends WorkLead>(
  { changed, missing, conflicts, failed, failure }: WorkSent<L>,
  team: Team,
  mode: Mode,
  retry: () => void,
): void {
  if (missing.length > 0)
    notifications.show({
      message: `${nameLeads(missing)} no longer ${missing.length === 1 ? 'exists' : 'exist'}.`,
    });
  void announceConflicts(conflicts, team, mode);
  if (failed.length === 0) return;
  const id = `work-failed-${failed[0]?.lead_id}-${Date.now()}`;
  const count = changed.length + missing.length + conflicts.length + failed.length;
  notifications.show({
    id,
    color: 'red',
    autoClose: MESSAGE_MS,
    title: changed.length === 0 ? 'Change not saved' : `Saved for ${changed.length} of ${count} leads`,
    message: (
      <ActionMessage
        text={describeFailure(failure)}
        action="Try again"
        onAction={() => {
          notifications.hide(id);
          retry();
        }}
      />
    ),
  });
}

async function announceConflicts(conflicts: readonly WorkLead[], team: Team, mode: Mode): Promise<void> {
  const [only] = conflicts;
  if (only === undefined) return;
  notifications.show({
    color: 'yellow',
    autoClose: MESSAGE_MS,
    message:
      conflicts.length === 1
        ? `${await describeConflict(only, team, mode)} Your change was not saved.`
        : `${conflicts.length} leads were skipped, because somebody else just changed them.`,
  });
}

/** Restores what the change has replaced, unless somebody else has changed it since. */
async function undoWork<L extends WorkLead>(
  save: SaveWork<L>,
  before: readonly L[],
  change: WorkChange,
  team: Team,
  mode: Mode,
): Promise<void> {
  const undone: L[] = [];
  for (const group of Map.groupBy(before, (lead) => JSON.stringify(previousOf(lead, change))).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const now = group.map((lead) => applyWork(lead, change, new Date()));
    const sent = await save(now, previousOf(first, change));
    undone.push(...sent.changed);
    announceProblems(sent, team, mode, () => void save(sent.failed, previousOf(first, change)));
    await restoreOutcomes(group, sent.changed, mode);
  }
  if (undone.length > 0) notifications.show({ message: `Change to ${nameLeads(undone)} undone.` });
}

function previousOf(lead: WorkLead, change: WorkChange): WorkChange {
  const { status, snoozed_until, assignee } = lead;
  return {
    // A change of status also ends a snooze.
    ...(change.status === undefined ? {} : { status, snoozed_until }),
    ...(change.snoozed_until === undefined ? {} : { snoozed_until }),
    ...(change.assignee === undefined && !isTaken(lead, change) ? {} : { assignee }),
  };
}

/** The time, deal value and reason of leads that were won or lost before the change. */
async function restoreOutcomes<L extends WorkLead>(
  before: readonly L[],
  restored: readonly L[],
  mode: Mode,
): Promise<void> {
  const ids = new Set(restored.map(({ lead_id }) => lead_id));
  for (const { lead_id: id, decided } of before) {
    if (decided === null || !ids.has(id)) continue;
    const { outcome, at, amount, reason } = decided;
    await call('POST', fillPath(PATHS.leadOutcome, { id }), { outcome, at, amount, reason }, { mode });
  }
}
