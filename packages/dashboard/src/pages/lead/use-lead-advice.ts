// The next step of the lead whose page is open.

import type { Advice } from '@leadline/engine/advice';
import { useMemo } from 'react';
import { useAdvice } from '../../work/use-advice.ts';
import type { LeadData } from './lead-query.ts';

/** Null for spam. */
export function useLeadAdvice(data: LeadData): Advice | null {
  return useAdvice(useMemo(() => ({ ...data, ...data.result }), [data]));
}
