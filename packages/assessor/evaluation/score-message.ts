// Scores a message as part of an ordinary lead, the way the service would.

import {
  type Assessment,
  type Lead,
  type NoAssessment,
  readLead,
  type Scored,
  score,
  splitLead,
} from '@leadline/engine';
import type { Reader } from '../src/reader.ts';

/** When the leads were written; "next month" is relative to it. */
export const NOW = new Date('2026-11-15T09:00:00Z');

export function leadWith(message: string): Lead {
  const read = readLead({ email: 'ana@acme.com', phone: '+12125550123', message });
  if (!read.ok) throw new Error(read.error);
  return read.lead;
}

export const scoreAssessed = (message: string, assessment: Assessment | NoAssessment | null): Scored =>
  score(leadWith(message), { now: NOW, assessment });

export async function scoreMessage(read: Reader, message: string): Promise<Scored> {
  const clauses = splitLead(leadWith(message));
  return scoreAssessed(message, clauses.length === 0 ? null : await read(clauses, NOW));
}
