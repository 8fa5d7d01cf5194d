// Says that the lead was graded as spam, and takes an objection, which puts it on the to-do list.

import { Button } from '@mantine/core';
import { FormError } from '../../../components/form-error.tsx';
import { useCan } from '../../../session/use-session.ts';
import { useTeam } from '../../../work/use-team.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { describeAuthor } from '../timeline/describe-author.ts';
import classes from './feedback.module.css';
import { useFeedback } from './use-feedback.ts';

interface SpamNoteProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function SpamNote({ data, mode }: SpamNoteProps) {
  const canWork = useCan('rep');
  const team = useTeam();
  const feedback = useFeedback(data, mode);
  const objection = data.timeline.findLast(
    (entry) => entry.event === 'feedback' && entry.verdict === 'not_spam',
  );
  const author = objection?.event === 'feedback' ? describeAuthor(objection.by, team) : 'somebody';
  const name = author.charAt(0).toUpperCase() + author.slice(1);
  return (
    <div className={classes.spam} data-rescued={data.not_spam || undefined}>
      <div role="status">
        {data.not_spam ? (
          <>
            <p>{name} said it isn’t spam.</p>
            <span>
              {data.status === 'new' && 'It is on the to-do list. '}
              It counts toward your plan. The score and the grade stay as they are.
            </span>
          </>
        ) : (
          <>
            <p>Graded as spam. {data.result.priority_action}</p>
            <span>If you say it isn’t spam, it counts toward your plan.</span>
          </>
        )}
      </div>
      {canWork && (
        <Button
          variant="default"
          loading={feedback.isPending}
          onClick={() => feedback.send({ verdict: data.not_spam ? 'spam' : 'not_spam' })}
        >
          {data.not_spam ? 'Undo: it is spam' : 'Not spam'}
        </Button>
      )}
      <FormError error={feedback.error} />
    </div>
  );
}
