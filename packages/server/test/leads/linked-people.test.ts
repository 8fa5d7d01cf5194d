// Leads of one person are linked, whether they come in one batch or in many.

import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromUuid, makeId } from '../../src/base/ids.ts';
import type { Installation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { LeadWriter } from '../../src/leads/lead-writer.ts';
import type { LeadToWrite } from '../../src/leads/write-leads.ts';

let owner: Installation;
let writer: LeadWriter;
let close: () => Promise<void>;
let account: string;
beforeAll(async () => {
  const url = await cloneDatabase();
  owner = openOwner(url);
  const pool = openPool(url, { size: 1, role: 'leadline_api' });
  writer = new LeadWriter(pool);
  close = () => pool.end();
});
beforeEach(() => {
  account = makeId();
});
afterAll(async () => {
  await Promise.all([owner.destroy(), close()]);
});

const leadOf = (email: string, phone: string, isLinked = true, accountId = account): LeadToWrite =>
  makeLeadToWrite(accountId, { isLinked, contact: { email, phone } });

/** Leads of a list share a batch; the lists come one after the other. */
async function write(...batches: readonly (readonly LeadToWrite[])[]): Promise<void> {
  for (const batch of batches) await Promise.all(batch.map((lead) => writer.write(lead)));
}

async function readPeople(accountId = account): Promise<Map<string, string>> {
  const rows = await owner
    .selectFrom('leads')
    .select(['id', 'person_id'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, person_id }) => [fromUuid(id), fromUuid(person_id)]));
}

async function peopleOf(leads: readonly LeadToWrite[]): Promise<(string | undefined)[]> {
  const people = await readPeople();
  return leads.map(({ leadId }) => people.get(leadId));
}

describe.each([
  ['in one batch', (leads: LeadToWrite[]) => [leads]],
  ['in batches of their own', (leads: LeadToWrite[]) => leads.map((lead) => [lead])],
])('leads %s', (_, batch) => {
  test('with one e-mail address and other phone numbers are of the person of the first', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550102'),
      leadOf('ana@example.org', ''),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('with one phone number and other e-mail addresses are of the person of the first', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana.lopez@example.org', '+12125550101'),
      leadOf('', '+12125550101'),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('are linked over a lead between them that shares something with each', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550102'),
      leadOf('ana.lopez@example.org', '+12125550102'),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('that share nothing but a blank are of people of their own', async () => {
    const leads = [
      leadOf('', '+12125550101'),
      leadOf('', '+12125550102'),
      leadOf('ana@example.org', ''),
      leadOf('ben@example.org', ''),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(({ leadId }) => leadId));
  });

  test('that came by the legacy call are of people of their own', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550101', false),
      leadOf('ana@example.org', '+12125550101', false),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(({ leadId }) => leadId));
  });

  test('of two accounts are never linked', async () => {
    const other = makeId();
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550101', true, other),
    ];
    await write(...batch(leads));
    for (const { accountId, leadId } of leads) {
      expect(await readPeople(accountId)).toEqual(new Map([[leadId, leadId]]));
    }
  });
});

test('a batch whose leads are of one person joins the person that one of them is known as', async () => {
  const known = leadOf('ana@example.org', '+12125550101');
  const batch = [
    leadOf('ana.lopez@example.org', '+12125550102'),
    leadOf('ana.lopez@example.org', '+12125550101'),
  ];
  await write([known], batch);
  expect(await peopleOf(batch)).toEqual([known.leadId, known.leadId]);
});

test('a person bears the id of a lead that was stored, also when an earlier one of the batch was refused', async () => {
  const first = leadOf('ana@example.org', '');
  const reused = { ...leadOf('ben@example.org', ''), fingerprint: first.fingerprint };
  const stored = leadOf('ben@example.org', '');
  await write([first], [reused, stored]);
  expect(await readPeople()).toEqual(
    new Map([
      [first.leadId, first.leadId],
      [stored.leadId, stored.leadId],
    ]),
  );
});

test('whatever comes in whatever batches, leads of a person hang together, and who shares something is linked', async () => {
  const contact = fc.record({
    email: fc.constantFrom('', 'a@example.org', 'b@example.org', 'c@example.org'),
    phone: fc.constantFrom('', '+12125550101', '+12125550102', '+12125550103'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(contact, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      async (contacts) => {
        const accountId = makeId();
        const batches = contacts.map((batch) =>
          batch.map(({ email, phone }) => leadOf(email, phone, true, accountId)),
        );
        await write(...batches);
        const people = await readPeople(accountId);
        const leads = batches.flat();
        const personOf = ({ leadId }: LeadToWrite): string | undefined => people.get(leadId);
        for (const [place, lead] of leads.entries()) {
          const sharing = leads.filter((other) => other !== lead && shares(lead, other));
          const others = leads.filter((other) => other !== lead && personOf(other) === personOf(lead));
          expect(others.length === 0 || sharing.some((other) => others.includes(other))).toBe(true);
          if (leads.slice(0, place).some((earlier) => shares(lead, earlier))) {
            expect(sharing.map(personOf)).toContain(personOf(lead));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

const shares = ({ contact: one }: LeadToWrite, { contact: other }: LeadToWrite): boolean =>
  (one.email !== '' && one.email === other.email) || (one.phone !== '' && one.phone === other.phone);
