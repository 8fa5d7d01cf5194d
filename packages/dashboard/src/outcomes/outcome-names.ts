// Puts outcomes into words.

import type { Outcome } from '@leadline/contract';
import { nameLead } from '../components/name-lead.ts';
import type { OutcomeLead } from './outcome-change.ts';

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = { open: 'Open', won: 'Won', lost: 'Lost' };

/** The name of a single lead, or "3 leads". */
export function nameLeads(leads: readonly OutcomeLead[]): string {
  const [only] = leads;
  return leads.length === 1 && only !== undefined ? nameLead(only) : `${leads.length} leads`;
}
