// Tells who changed the leads that were about to be changed, and offers to make the change anyway, now that they know.

import { notifications } from '@mantine/notifications';
import type { CallOptions } from '../api/call.ts';
import { ActionMessage } from '../components/action-message.tsx';
import { MESSAGE_MS } from '../components/message-time.ts';
import { nameLead } from '../components/name-lead.ts';
import { describeConflict } from './describe-conflict.ts';
import { loadLead } from './load-lead.ts';
import type { Team } from './use-team.ts';
import { type WorkLead, workOf } from './work-change.ts';

interface Announcement<L> {
  readonly team: Pick<Team, 'me'>;
  readonly mode: CallOptions['mode'];
  /** The end of the message, like "Your change was not saved." */
  readonly consequence: string;
  /** Makes the change to the leads as they are by now. Without it, there is no second chance. */
  readonly again?: {
    readonly apply: (leads: readonly L[]) => void;
    /** Whether the lead is like that already: a colleague may have done the same. */
    readonly isDone: (lead: L) => boolean;
  };
}

/** Beyond this, nobody would want to know each of them. */
const MAX_LOADED = 50;
const MAX_DESCRIBED = 3;
/** Over HTTP/1.1, browsers send at most six requests to a host at once. */
const MAX_PARALLEL = 6;

export async function announceConflicts<L extends WorkLead>(
  conflicts: readonly L[],
  { team, mode, consequence, again }: Announcement<L>,
): Promise<void> {
  const found =
    conflicts.length > MAX_LOADED ? [] : await inParallel(conflicts, (lead) => look(lead, team, mode));
  const sentences = found.slice(0, MAX_DESCRIBED).map(({ sentence }) => sentence);
  const others = conflicts.length - sentences.length;
  if (others > 0) sentences.push(describeOthers(others, sentences.length === 0));
  const fresh = found.flatMap(({ lead }) => lead ?? []);
  const open = again === undefined ? [] : fresh.filter((lead) => !again.isDone(lead));
  const isSettled = again !== undefined && open.length === 0 && fresh.length === conflicts.length;
  const text = [...sentences, ...(isSettled ? [] : [consequence])].join(' ');
  const id = `conflict-${conflicts[0]?.lead_id}-${Date.now()}`;
  const hide = (): void => {
    notifications.hide(id);
  };
  notifications.show({
    id,
    color: 'yellow',
    // A question waits for its answer.
    autoClose: open.length > 0 ? false : MESSAGE_MS,
    message:
      again === undefined || open.length === 0 ? (
        text
      ) : (
        <ActionMessage
          text={text}
          action="Apply anyway"
          onAction={() => {
            hide();
            again.apply(open);
          }}
          other="Keep as is"
          onOther={hide}
        />
      ),
  });
}

const describeOthers = (count: number, isAll: boolean): string =>
  `${count}${isAll ? '' : ' more'} ${count === 1 ? 'lead was' : 'leads were'} just changed by somebody else.`;

interface Look<L> {
  readonly sentence: string;
  /** Null if it is gone or couldn't be loaded. */
  readonly lead: L | null;
}

async function look<L extends WorkLead>(
  lead: L,
  team: Pick<Team, 'me'>,
  mode: CallOptions['mode'],
): Promise<Look<L>> {
  const name = nameLead(lead);
  try {
    const data = await loadLead(lead.lead_id, mode);
    if (data === null) return { sentence: `${name} no longer exists.`, lead: null };
    return {
      sentence: await describeConflict(name, data.timeline, team),
      lead: { ...lead, ...workOf(data) },
    };
  } catch {
    return { sentence: `Somebody else just changed ${name}.`, lead: null };
  }
}

async function inParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += MAX_PARALLEL)
    results.push(...(await Promise.all(items.slice(from, from + MAX_PARALLEL).map(run))));
  return results;
}
