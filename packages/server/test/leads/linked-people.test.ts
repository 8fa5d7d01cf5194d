// Leads of one person are linked, whether they arrive in one batch or in several.

import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LeadWriter } from '../../src/leads/intake/lead-writer.ts';
import type { LeadToWrite } from '../../src/leads/intake/write-leads.ts';
import { fromUuid, makeId } from '../../src/platform/base/ids.ts';
import type { Installation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';

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

/** Writes one batch after the other. */
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
  ['in separate batches', (leads: LeadToWrite[]) => leads.map((lead) => [lead])],
])('leads %s', (_, batch) => {
  test('with the same email but different phone numbers belong to one person', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550102'),
      leadOf('ana@example.org', ''),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('with the same phone number but different emails belong to one person', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana.lopez@example.org', '+12125550101'),
      leadOf('', '+12125550101'),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('are linked through a lead that shares something with each of them', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550102'),
      leadOf('ana.lopez@example.org', '+12125550102'),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(() => leads[0]?.leadId));
  });

  test('that only have an empty email or phone in common belong to different people', async () => {
    const leads = [
      leadOf('', '+12125550101'),
      leadOf('', '+12125550102'),
      leadOf('ana@example.org', ''),
      leadOf('ben@example.org', ''),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(({ leadId }) => leadId));
  });

  test('from the legacy call belong to different people', async () => {
    const leads = [
      leadOf('ana@example.org', '+12125550101'),
      leadOf('ana@example.org', '+12125550101', false),
      leadOf('ana@example.org', '+12125550101', false),
    ];
    await write(...batch(leads));
    expect(await peopleOf(leads)).toEqual(leads.map(({ leadId }) => leadId));
  });

  test('of different accounts are never linked', async () => {
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

test('if one lead of a batch matches a known person, linked leads of the batch join that person', async () => {
  const known = leadOf('ana@example.org', '+12125550101');
  const batch = [
    leadOf('ana.lopez@example.org', '+12125550102'),
    leadOf('ana.lopez@example.org', '+12125550101'),
  ];
  await write([known], batch);
  expect(await peopleOf(batch)).toEqual([known.leadId, known.leadId]);
});

test('a person gets the ID of their first stored lead, not of one rejected earlier in the batch', async () => {
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

test('for any leads in any batches, exactly those that share an email or phone are linked', async () => {
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
