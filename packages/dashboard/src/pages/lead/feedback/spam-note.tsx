// Says that the lead was graded as spam, and takes an objection.

import { Button } from '@mantine/core';
import { FormError } from '../../../components/form-error.tsx';
import { useCan } from '../../../session/use-session.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import classes from './feedback.module.css';
import { useFeedback } from './use-feedback.ts';
import { findLastFeedback } from './verdicts.ts';

interface SpamNoteProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function SpamNote({ data, mode }: SpamNoteProps) {
  const canWork = useCan('rep');
  const feedback = useFeedback(data.lead_id, mode);
  const isReported = findLastFeedback(data.timeline)?.verdict === 'not_spam';
  return (
    <div className={classes.spam}>
      <div>
        <p>Graded as spam. {data.result.priority_action}</p>
        <span role="status">
          {isReported && 'Reported as not spam. Kept to improve the scoring; this score stays as it is.'}
        </span>
      </div>
      {canWork && !isReported && (
        <Button
          variant="default"
          loading={feedback.isPending}
          onClick={() => feedback.mutate({ verdict: 'not_spam' })}
        >
          Not spam
        </Button>
      )}
      <FormError error={feedback.error} />
    </div>
  );
}
