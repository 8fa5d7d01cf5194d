// Stores leads with chosen times, scores and grades, using the service's own writer.

import { type Grade, type Lead, score } from '@leadline/engine';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { LeadWriter } from '../../src/leads/intake/lead-writer.ts';
import { readContact } from '../../src/leads/record/contact.ts';
import { packResult } from '../../src/leads/record/packed-result.ts';
import { toStored } from '../../src/leads/record/stored-result.ts';
import { idAt, timeOfId } from '../../src/platform/base/ids.ts';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { openPool } from '../../src/platform/db/pool.ts';

export interface StoredLead {
  readonly id: string;
  readonly score: number;
  readonly grade: Grade;
  readonly source: string;
  readonly name: string;
}

export interface Store {
  readonly owner: pg.Pool;
  readonly db: Database;
  store(accountId: string, leads: readonly Partial<StoredLead>[]): Promise<StoredLead[]>;
}

const HOUR_MS = 60 * 60 * 1000;
export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** Gives a test file its own database. */
export function useStore(): Store {
  const suite = {} as { -readonly [Part in keyof Store]: Store[Part] };
  let writePool: pg.Pool;
  beforeAll(async () => {
    const url = await cloneDatabase();
    suite.owner = openPool(url, { size: 2 });
    suite.db = openDatabase(openPool(url, { size: 4, role: 'leadline_api' }));
    writePool = openPool(url, { size: 2, role: 'leadline_api' });
    const writer = new LeadWriter(writePool);
    suite.store = (accountId, leads) => Promise.all(leads.map((lead) => storeLead(writer, accountId, lead)));
  });
  afterAll(() => Promise.all([suite.db.destroy(), suite.owner.end(), writePool.end()]));
  return suite;
}

async function storeLead(
  writer: LeadWriter,
  accountId: string,
  {
    id = idAt(new Date()),
    score: points = 50,
    grade = 'Warm',
    source = 'google',
    name = '',
  }: Partial<StoredLead>,
): Promise<StoredLead> {
  const lead: Lead = {
    name,
    email: `${id}@example.org`,
    phone: '',
    budget: '',
    message: 'We need a quote for 40 laptops',
    source,
    custom_fields: {},
  };
  const scored = score(lead, { now: timeOfId(id) });
  const { data, ...rest } = toStored(scored, null);
  await writer.write(
    makeLeadToWrite(accountId, {
      leadId: id,
      score: points,
      grade,
      source,
      contact: readContact(lead, scored.facts),
      leadJson: JSON.stringify(lead),
      scoredJson: packResult({ ...rest, data: { ...data, score: points, grade } }),
    }),
  );
  return { id, score: points, grade, source, name };
}
