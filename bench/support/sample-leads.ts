// Leads to send: the golden ones, each made a different person by a number.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldenLead, parseLines } from '../../packages/engine/cases/golden/golden.ts';
import { type Lead, readLead, score } from '../../packages/engine/src/index.ts';
import { type StoredResult, toStored } from '../../packages/server/src/leads/stored-result.ts';

export interface SampleLead {
  readonly lead: Lead;
  readonly result: StoredResult;
}

const FILE = join(import.meta.dirname, '../../packages/engine/cases/golden/leads.ndjson');

export const sampleLeads: readonly SampleLead[] = parseLines<GoldenLead>(readFileSync(FILE, 'utf8')).flatMap(
  ({ input }) => {
    const read = readLead(input);
    if (!read.ok) return [];
    return [{ lead: read.lead, result: toStored(score(read.lead, { now: new Date() }), null) }];
  },
);

/** A body a line, changed as the measurement needs it; \1 stands where a number of seven digits goes. */
export const bodyLines = (change: Partial<Lead> = {}): string =>
  sampleLeads
    .map(({ lead }) => ({
      ...lead,
      ...change,
      name: `${lead.name} #`,
      email: lead.email === '' ? '' : `u#${lead.email}`,
      phone: lead.phone.replace(/(?:\d\D*){7}$/, '#'),
    }))
    .map((lead) => JSON.stringify(lead).replaceAll('#', '\x01'))
    .join('\n');
