// What to do next, as of now: what somebody has planned, or else what Leadline recommends.

import { useNow } from '../../../components/relative-time.tsx';
import { describeNext, isOverdue } from '../../../work/next-activity.ts';
import { UrgencyMark } from '../../../work/urgency-mark.tsx';
import { useHours } from '../../../work/use-hours.ts';
import type { LeadData } from '../lead-query.ts';
import { useLeadAdvice } from '../use-lead-advice.ts';
import classes from './lead-header.module.css';

export function NextStep({ data }: { readonly data: LeadData }) {
  const { next_activity: next, outcome } = data;
  const now = useNow();
  const { time_zone: timeZone } = useHours();
  if (next === null || outcome !== 'open') return <Advised data={data} />;
  return (
    <p className={classes.action}>
      <UrgencyMark urgency={isOverdue(next, now) ? 'overdue' : 'due'} size={18} />
      <span>
        <span className="only-heard">Next step: </span>
        {describeNext(next, now, timeZone)}
      </span>
    </p>
  );
}

function Advised({ data }: { readonly data: LeadData }) {
  const advice = useLeadAdvice(data);
  if (advice === null) return null;
  const isLate = advice.urgency === 'overdue' || advice.urgency === 'late';
  return (
    <p
      className={classes.action}
      data-urgency={advice.urgency}
      title={isLate ? 'Only office hours count' : undefined}
    >
      <UrgencyMark urgency={advice.urgency} size={18} />
      <span>
        <span className="only-heard">Next step: </span>
        {advice.text}
      </span>
    </p>
  );
}
