// What to do next, as of now.

import { UrgencyMark } from '../../../work/urgency-mark.tsx';
import type { LeadData } from '../lead-query.ts';
import { useLeadAdvice } from '../use-lead-advice.ts';
import classes from './lead-header.module.css';

export function NextStep({ data }: { readonly data: LeadData }) {
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
