// Adds an AI assessment to a stored result, as the server does when AI is on; the suite's API runs without AI.

import { type Assessment, type NoAssessment, readLead, score } from '@leadline/engine';
import { readId } from '@leadline/server';
import { packResult, timeOfId, toStored } from '@leadline/server/testing';
import type { BrowserSuite } from './suite.ts';

export async function storeAssessment(
  suite: BrowserSuite,
  shownId: string,
  input: unknown,
  assessment: Assessment | NoAssessment,
): Promise<void> {
  const id = readId('lead', shownId) as string;
  const read = readLead(input);
  if (!read.ok) throw new Error(read.error);
  const scored = toStored(score(read.lead, { now: timeOfId(id), assessment }), assessment);
  await suite.owner
    .updateTable('leads')
    .set({ scored: packResult(scored) })
    .where('id', '=', id)
    .execute();
}
