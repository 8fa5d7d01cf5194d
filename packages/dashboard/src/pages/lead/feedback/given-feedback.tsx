// Shows that feedback was kept, and what it does.

import { useTeam } from '../../../work/use-team.ts';
import type { LeadData } from '../lead-query.ts';
import { describeAuthor } from '../timeline/describe-author.ts';
import classes from './feedback.module.css';
import { findLastFeedback, VERDICTS } from './verdicts.ts';

export function GivenFeedback({ data }: { readonly data: LeadData }) {
  const team = useTeam();
  const feedback = findLastFeedback(data.timeline);
  return (
    <div role="status">
      {feedback !== null && (
        <p className={classes.given}>
          Reported as {VERDICTS[feedback.verdict]} by {describeAuthor(feedback.by, team)}
          {feedback.reason !== null && <>: “{feedback.reason}”</>}. Kept to improve the scoring; this score
          stays as it is.
        </p>
      )}
    </div>
  );
}
