// What to do next, as of now.

import { IconClockExclamation } from '@tabler/icons-react';
import type { LeadData } from '../lead-query.ts';
import { useLeadAdvice } from '../use-lead-advice.ts';
import classes from './lead-header.module.css';

export function NextStep({ data }: { readonly data: LeadData }) {
  const advice = useLeadAdvice(data);
  if (advice === null) return null;
  const isLate = advice.urgency === 'overdue' || advice.urgency === 'late';
  return (
    <p className={classes.action} data-urgency={advice.urgency}>
      {isLate && <IconClockExclamation size={18} aria-hidden />}
      <span>
        <span className="only-heard">Next step: </span>
        {advice.text}
      </span>
    </p>
  );
}
