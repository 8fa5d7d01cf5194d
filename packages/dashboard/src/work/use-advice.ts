// The next step of a lead as it reads now, by the account's office hours.

import { type Advice, type AdvisedLead, advise } from '@leadline/engine/advice';
import { useMemo } from 'react';
import { useNow } from '../components/relative-time.tsx';
import { useHours } from './use-hours.ts';

/** Null for spam. */
export function useAdvice(lead: AdvisedLead): Advice | null {
  const hours = useHours();
  const now = useNow();
  return useMemo(() => advise(lead, hours, new Date(now)), [lead, hours, now]);
}
