// The score of a message in an ordinary lead, as the service would give it.

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

/** The moment every message is scored at. */
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
