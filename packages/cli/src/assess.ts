// What the model on this machine says of a lead's message, for commands that score without a service.

import { type Assessment, type Lead, splitLead } from '@leadline/engine';
import { Option } from 'commander';

export type Assess = (lead: Lead, now: Date) => Promise<Assessment | null>;

export const aiOption = (): Option => new Option('--no-ai', 'score without the AI assessment of the message');

export async function openAssess(isWanted: boolean): Promise<Assess> {
  if (!isWanted) return () => Promise.resolve(null);
  // Loaded only here: the other commands need no model.
  const { makeReader } = await import('@leadline/assessor/reader');
  const read = await makeReader();
  return async (lead, now) => {
    const clauses = splitLead(lead);
    return clauses.length === 0 ? null : read(clauses, now);
  };
}
