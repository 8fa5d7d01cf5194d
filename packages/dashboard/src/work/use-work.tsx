// Changes the status, outcome, assignee or snooze of leads and shows a notification with an Undo button.

import { notifications } from '@mantine/notifications';
import type { CallOptions } from '../api/call.ts';
import { ActionMessage } from '../components/action-message.tsx';
import { describeFailure } from '../components/describe-failure.ts';
import { MESSAGE_MS } from '../components/message-time.ts';
import { nameLeads } from '../outcomes/outcome-names.ts';
import { describeWork } from './describe-work.ts';
import { announceConflicts } from './load-announcement.ts';
import { offerUndo } from './undo.tsx';
import { useHours } from './use-hours.ts';
import { type Team, useTeam } from './use-team.ts';
import {
  applyWork,
  isDone,
  isNoteOnly,
  type LeadChange,
  type SaveWork,
  stepsBack,
  type WorkLead,
  type WorkSent,
  withTaker,
} from './work-change.ts';

interface ChangeOptions {
  /** Shows a failure itself. */
  readonly showsFailure?: boolean;
  /** Called when leads are changed, at once or in a second attempt. */
  readonly onChanged?: () => void;
}

/** Also reports failures and conflicts. */
export type Work<L extends WorkLead> = (
  leads: readonly L[],
  change: LeadChange,
  options?: ChangeOptions,
) => Promise<WorkSent<L>>;

type Mode = CallOptions['mode'];

export function useWork<L extends WorkLead>(save: SaveWork<L>, mode?: Mode): Work<L> {
  const team = useTeam();
  const { time_zone: zone } = useHours();

  async function change(
    leads: readonly L[],
    given: LeadChange,
    options: ChangeOptions = {},
  ): Promise<WorkSent<L>> {
    const wanted = withTaker(given, team.me);
    const sent = await save(leads, wanted);
    announceMissing(sent.missing);
    if (options.showsFailure !== true)
      announceFailure(sent, 'Change not saved', () => void change(sent.failed, given, options));
    void announceConflicts(sent.conflicts, {
      team,
      mode,
      consequence: 'Your change was not saved.',
      again: {
        isDone: (lead) => isDone(lead, given),
        apply: (fresh) => void change(fresh, given, { ...options, showsFailure: false }),
      },
    });
    if (sent.changed.length === 0) return sent;
    options.onChanged?.();
    const text = describeWork(sent.changed, wanted, team, zone);
    if (isNoteOnly(wanted)) notifications.show({ message: text });
    else
      offerUndo(
        text,
        sent.changed.map(({ lead_id }) => lead_id),
        () => void undoWork(save, sent, wanted, team, mode),
      );
    return sent;
  }

  return change;
}

function announceMissing(missing: readonly WorkLead[]): void {
  if (missing.length > 0)
    notifications.show({
      message: `${nameLeads(missing)} no longer ${missing.length === 1 ? 'exists' : 'exist'}.`,
    });
}

function announceFailure<L extends WorkLead>(
  { changed, missing, conflicts, failed, failure }: WorkSent<L>,
  title: string,
  retry: () => void,
): void {
  if (failed.length === 0) return;
  const id = `work-failed-${failed[0]?.lead_id}-${Date.now()}`;
  const count = changed.length + missing.length + conflicts.length + failed.length;
  notifications.show({
    id,
    color: 'red',
    autoClose: MESSAGE_MS,
    title: changed.length === 0 ? title : `Saved for ${changed.length} of ${count} leads`,
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

/** Restores what the change has replaced, unless somebody has changed it since. */
async function undoWork<L extends WorkLead>(
  save: SaveWork<L>,
  { changed, revisions }: WorkSent<L>,
  change: LeadChange,
  team: Team,
  mode: Mode,
): Promise<void> {
  const now = new Date();
  const undone: L[] = [];
  const conflicts: L[] = [];
  for (const group of Map.groupBy(changed, (lead) => JSON.stringify(stepsBack(lead, change))).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const after = group.map((lead) => applyWork(lead, change, now));
    const taken = await takeSteps(save, withRevisions(after, revisions), stepsBack(first, change), tell);
    undone.push(...taken.done);
    conflicts.push(...taken.conflicts);
  }
  tell({ done: undone, conflicts });

  function tell({ done, conflicts }: StepsTaken<L>): void {
    void announceConflicts(conflicts, { team, mode, consequence: 'Your change was not undone.' });
    if (done.length > 0) notifications.show({ message: `Change to ${nameLeads(done)} undone.` });
  }
}

interface StepsTaken<L> {
  readonly done: readonly L[];
  readonly conflicts: readonly L[];
}

/** `tell` reports what a second attempt achieves. */
async function takeSteps<L extends WorkLead>(
  save: SaveWork<L>,
  leads: readonly L[],
  steps: readonly LeadChange[],
  tell: (taken: StepsTaken<L>) => void,
): Promise<StepsTaken<L>> {
  const [step, ...later] = steps;
  if (step === undefined || leads.length === 0) return { done: leads, conflicts: [] };
  const sent = await save(leads, step, { isExact: true });
  announceMissing(sent.missing);
  announceFailure(sent, 'Change not undone', () => {
    void takeSteps(save, sent.failed, steps, tell).then(tell);
  });
  const now = new Date();
  const after = sent.changed.map((lead) => applyWork(lead, step, now));
  const { done, conflicts } = await takeSteps(save, withRevisions(after, sent.revisions), later, tell);
  return { done, conflicts: [...sent.conflicts, ...conflicts] };
}

const withRevisions = <L extends WorkLead>(
  leads: readonly L[],
  revisions: ReadonlyMap<string, number>,
): readonly L[] => leads.map((lead) => ({ ...lead, revision: revisions.get(lead.lead_id) ?? lead.revision }));
