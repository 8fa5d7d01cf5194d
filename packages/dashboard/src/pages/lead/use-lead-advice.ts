// The next step of the lead whose page is open.

import type { Advice } from '@leadline/engine/advice';
import { advisePastDeadline } from '@leadline/engine/past-deadline';
import { useMemo } from 'react';
import { useNow } from '../../components/relative-time.tsx';
import { useAdvice } from '../../work/use-advice.ts';
import { useHours } from '../../work/use-hours.ts';
import type { LeadData } from './lead-query.ts';

/** Null for spam. */
export function useLeadAdvice(data: LeadData): Advice | null {
  const advice = useAdvice(useMemo(() => ({ ...data, ...data.result }), [data]));
  const hours = useHours();
  const now = useNow();
  return useMemo(() => {
    const isWaiting = data.status === 'new' && (advice?.urgency === 'overdue' || advice?.urgency === 'late');
    if (advice === null || !isWaiting) return advice;
    const text = advisePastDeadline(data.lead.message, new Date(data.received_at), hours, new Date(now));
    return text === null ? advice : { ...advice, text };
  }, [data, advice, hours, now]);
}
