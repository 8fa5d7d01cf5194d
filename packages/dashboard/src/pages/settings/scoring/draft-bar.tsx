// Stays at the bottom of the screen: what state the draft is in, and what to do with it.

import type { AccountSettings } from '@leadline/contract';
import { Button } from '@mantine/core';
import { formatCountOf } from '../../../components/format-number.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useTeam } from '../../../work/use-team.ts';
import { describeAuthor } from '../../lead/timeline/describe-author.ts';
import type { Problem } from './explain-problem.ts';
import classes from './scoring.module.css';
import type { Draft } from './use-draft.ts';

interface DraftBarProps {
  readonly draft: Draft;
  readonly settings: AccountSettings;
  readonly problem: Problem | null;
  readonly pending: 'save' | 'try' | null;
  /** While a backtest is running. */
  readonly isTrying: boolean;
  readonly onSave: () => void;
  readonly onTry: () => void;
  readonly onPublish: () => void;
  readonly onDiscard: () => void;
  readonly onShowProblem: () => void;
}

export function DraftBar(props: DraftBarProps) {
  const { draft, settings, problem, pending, isTrying } = props;
  const isBlocked = problem !== null || draft.conflict !== null || draft.isChecking || pending !== null;
  const isDifferent = draft.differences.length > 0;
  return (
    <section className={classes.bar} aria-label="Draft" data-problem={problem === null ? undefined : true}>
      <div className={classes.barText} role="status">
        {problem === null ? (
          <State draft={draft} settings={settings} />
        ) : (
          <span className={classes.barProblem}>{problem.text}</span>
        )}
      </div>
      <div className={classes.barActions}>
        {problem !== null && (
          <Button variant="default" size="xs" onClick={props.onShowProblem}>
            Show
          </Button>
        )}
        {(draft.isEdited || draft.isSaved) && (
          <Button variant="default" size="xs" onClick={props.onDiscard} disabled={pending !== null}>
            <Label verb="Discard" what={draft.isEdited ? 'changes' : 'draft'} />
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          onClick={props.onSave}
          disabled={isBlocked || !draft.isEdited}
          loading={pending === 'save'}
        >
          <Label verb="Save" what="draft" />
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={props.onTry}
          disabled={isBlocked || !isDifferent || isTrying}
          loading={pending === 'try'}
        >
          <Label verb="Try" what="on past leads" />
        </Button>
        <Button size="xs" onClick={props.onPublish} disabled={isBlocked || !isDifferent}>
          Publish
        </Button>
      </div>
    </section>
  );
}

/** On phones, only the verb is seen, so that the bar has one row. */
function Label({ verb, what }: { readonly verb: string; readonly what: string }) {
  return (
    <span>
      {verb}
      <span className={classes.wordy}> {what}</span>
    </span>
  );
}

function State({ draft, settings }: Pick<DraftBarProps, 'draft' | 'settings'>) {
  const team = useTeam();
  const { version } = settings.live;
  const { by, saved_at } = settings.draft;
  if (draft.differences.length === 0 && !draft.isEdited)
    return (
      <>
        {version === 0 ? 'The defaults are' : `Version ${version} is`} live.
        <span className={classes.wordy}> Change something to try or publish it.</span>
      </>
    );
  const { length } = draft.differences;
  return (
    <>
      {length === 0 ? (
        'Same as the live settings'
      ) : (
        <>
          {formatCountOf(length, 'change')}
          <span className={classes.wordy}> to the live settings</span>
        </>
      )}
      .{' '}
      {draft.isEdited || saved_at === null || by === null ? (
        'Not saved yet.'
      ) : (
        <span className={classes.wordy}>
          Draft saved by {describeAuthor(by, team)}, <RelativeTime at={saved_at} />.
        </span>
      )}
    </>
  );
}
