// Assesses messages with the local model, for commands that score without a running service.

import { type Assessment, type Lead, splitLead } from '@leadline/engine';
import { Option } from 'commander';

export type Assess = (lead: Lead, now: Date) => Promise<Assessment | null>;

export const aiOption = (): Option => new Option('--no-ai', 'score without the AI');

export async function openAssess(isWanted: boolean): Promise<Assess> {
  if (!isWanted) return () => Promise.resolve(null);
  // Imported on demand, because the other commands don't need the model.
  const { makeReader } = await import('@leadline/assessor/reader');
  const read = await makeReader();
  return async (lead, now) => {
    const clauses = splitLead(lead);
    return clauses.length === 0 ? null : read(clauses, now);
  };
}
