// The golden leads with their scores, for load tests and imports.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lead, readLead, score } from '@leadline/engine';
import { type StoredResult, toStored } from '@leadline/server/testing';
import { type GoldenLead, parseLines } from '../../../engine/cases/golden/golden.ts';

export interface SampleLead {
  readonly lead: Lead;
  readonly result: StoredResult;
}

const FILE = join(import.meta.dirname, '../../../engine/cases/golden/leads.ndjson');

export const sampleLeads: readonly SampleLead[] = parseLines<GoldenLead>(readFileSync(FILE, 'utf8')).flatMap(
  ({ input }) => {
    const read = readLead(input);
    if (!read.ok) return [];
    return [{ lead: read.lead, result: toStored(score(read.lead, { now: new Date() }), null) }];
  },
);
