// The original score next to the new one.

import { Button } from '@mantine/core';
import { IconArrowRight, IconRestore } from '@tabler/icons-react';
import type { Grade } from '../../../components/grade.ts';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { signPoints } from '../format-points.ts';
import classes from './verdict.module.css';

interface Result {
  readonly score: number;
  readonly grade: Grade;
  readonly priority_action: string;
}

interface VerdictProps {
  readonly before: Result;
  /** Null when the lead would be rejected; `rejection` then says why. */
  readonly after: Result | null;
  readonly rejection: string | null;
  readonly isChanged: boolean;
  /** Won and lost leads have no next step. */
  readonly isOpen: boolean;
  readonly onReset: () => void;
}

export function Verdict({ before, after, rejection, isChanged, isOpen, onReset }: VerdictProps) {
  return (
    <div className={classes.verdict}>
      <p className={classes.scores} role="status">
        {after === null ? rejection : <Scores before={before} after={after} />}
      </p>
      <p className={classes.action}>{isOpen && after?.priority_action}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={onReset}
        disabled={!isChanged}
      >
        Reset
      </Button>
    </div>
  );
}

function Scores({ before, after }: { readonly before: Result; readonly after: Result }) {
  const gain = after.score - before.score;
  return (
    <>
      <span className="only-heard">Scored </span>
      <span className={`figures ${classes.before}`}>{before.score}</span>
      <GradeBadge grade={before.grade} />
      <IconArrowRight size={16} aria-hidden />
      <span className="only-heard">, would score </span>
      <span className={`figures ${classes.after}`}>{after.score}</span>
      <GradeBadge grade={after.grade} />
      <span className={`figures ${classes.gain}`} data-sign={Math.sign(gain)}>
        {gain === 0 ? 'no change' : signPoints(gain)}
      </span>
    </>
  );
}
