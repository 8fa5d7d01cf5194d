// The vendors' own clients against our fakes: what they send is accepted, what they get is understood, and the records are those
// that our adapters find. So the fakes are checked by something that we haven't written.

import { Client as HubSpotClient } from '@hubspot/api-client';
import { FakeHubSpot } from '@leadline/testkit/crm/fake-hubspot';
import { FakePipedrive } from '@leadline/testkit/crm/fake-pipedrive';
import { FakeSalesforce } from '@leadline/testkit/crm/fake-salesforce';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import jsforce from 'jsforce';
import { v2 as pipedrive } from 'pipedrive';
import { expect, test } from 'vitest';
import { useCrm } from './use-crm.ts';

interface Named {
  readonly name: string;
}

interface Saved {
  readonly success: boolean;
}

const suite = useCrm();

test('HubSpot’s client reads and changes what our adapter has written', async () => {
  const account = await suite.newAccountWith(FakeHubSpot.start);
  const client = new HubSpotClient({ accessToken: account.crm.login.api_key, basePath: account.crm.url });
  const { contacts, deals, properties, associations } = client.crm;
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  const names = (await properties.coreApi.getAll('contacts')).results.map(({ name }: Named) => name);
  expect(names).toEqual(expect.arrayContaining(['email', 'leadline_score', 'leadline_key']));
  const read = { inputs: [{ id: 'ana@acme.com' }], idProperty: 'email', properties: ['leadline_score'] };
  const found = await contacts.batchApi.read({ ...read, propertiesWithHistory: [] });
  const id = found.results[0]?.id as string;
  expect(Number(found.results[0]?.properties.leadline_score)).toBeGreaterThan(0);

  const upserted = await contacts.batchApi.upsert({
    inputs: [
      { id: 'ana@acme.com', idProperty: 'email', properties: { firstname: 'Anna' } },
      { id: 'bo@acme.com', idProperty: 'email', properties: { email: 'bo@acme.com', firstname: 'Bo' } },
    ],
  });
  expect(upserted.results.map(({ _new: isNew }: { _new: boolean }) => isNew)).toEqual([false, true]);
  const input = { properties: { email: 'bo@acme.com' } };
  await expect(contacts.basicApi.create({ ...input, associations: [] })).rejects.toMatchObject({ code: 409 });
  const twice = { id: 'x@acme.com', idProperty: 'email', properties: {} };
  await expect(contacts.batchApi.upsert({ inputs: [twice, twice] })).rejects.toMatchObject({ code: 400 });
  const unknown = contacts.basicApi.update(id, { properties: { unknown: 'x' } });
  await expect(unknown).rejects.toMatchObject({ code: 400 });
  const longList = Array.from({ length: 1_000 }, (_, index) => `custom_property_${index}`);
  await expect(contacts.basicApi.getById(id, longList)).rejects.toMatchObject({ code: 414 });

  const dealId = account.crm.addDeal(id);
  account.crm.win(dealId, 700);
  const search = { filterGroups: [], sorts: [], properties: ['amount'], limit: 100 };
  const filters = [{ propertyName: 'hs_lastmodifieddate', operator: 'GTE' as const, value: '0' }];
  const searched = await deals.searchApi.doSearch({ ...search, filterGroups: [{ filters }], after: '0' });
  expect(searched.results.map((deal: { properties: { amount: string } }) => deal.properties.amount)).toEqual([
    '700',
  ]);
  const beyond = deals.searchApi.doSearch({ ...search, filterGroups: [{ filters }], after: '10000' });
  await expect(beyond).rejects.toMatchObject({ code: 400 });
  const linked = await associations.v4.batchApi.getPage('deals', 'contacts', { inputs: [{ id: dealId }] });
  expect(String(linked.results[0]?.to[0]?.toObjectId)).toBe(id);

  await account.syncNow();
  expect((await account.lastRun()).summary).toContain('1 won');
  const merged = await contacts.basicApi.merge({
    primaryObjectId: id,
    objectIdToMerge: upserted.results[1]?.id as string,
  });
  expect(merged.id).not.toBe(id);
  await contacts.basicApi.archive(merged.id);
  expect(account.crm.people()).toEqual([]);
});

test('Pipedrive’s client reads and changes what our adapter has written', async () => {
  const account = await suite.newAccountWith(FakePipedrive.start);
  const config = new pipedrive.Configuration({
    apiKey: account.crm.login.api_key,
    basePath: `${account.crm.url}/api/v2`,
  });
  const [persons, fields, deals] = [
    new pipedrive.PersonsApi(config),
    new pipedrive.PersonFieldsApi(config),
    new pipedrive.DealsApi(config),
  ];
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  const { data: known } = await fields.getPersonFields({ limit: 500 });
  const score = known?.find(({ field_name: name }: { field_name: string }) => name === 'Leadline score')
    ?.field_code as string;
  const search = { term: 'ANA@acme.com', fields: 'email' as const, exact_match: true };
  const { data: found } = await persons.searchPersons(search);
  const id = found?.items?.[0]?.item?.id as number;
  const { data: listed } = await persons.getPersons({ ids: String(id), custom_fields: score });
  expect(listed?.[0]?.custom_fields?.[score]).toBeGreaterThan(0);

  const emails = [{ value: 'bo@acme.com', primary: true, label: 'work' }];
  const { data: added } = await persons.addPerson({ AddPersonRequest: { name: 'Bo', emails } });
  await persons.updatePerson({ id: added?.id as number, UpdatePersonRequest: { name: 'Bob' } });
  expect(account.crm.people().map(({ name }) => name)).toEqual(['Ana Lopez', 'Bob']);
  const nameless = persons.addPerson({ AddPersonRequest: { emails } });
  await expect(nameless).rejects.toMatchObject({ success: false });
  const codes = Array.from({ length: 16 }, (_, index) => `code${index}`).join(',');
  await expect(persons.getPersons({ custom_fields: codes })).rejects.toMatchObject({ success: false });

  for (let index = 0; index < 3; index++) account.crm.win(account.crm.addDeal(String(id)), 100 * (index + 1));
  const query = { updated_since: '2025-01-01T10:20:00Z', sort_by: 'id' as const, limit: 2 };
  const first = await deals.getDeals(query);
  const cursor = first.additional_data?.next_cursor as string;
  const second = await deals.getDeals({ ...query, cursor });
  expect([...first.data, ...second.data].map(({ value }: { value: number }) => value)).toEqual([
    100, 200, 300,
  ]);
  await account.syncNow();
  expect((await account.lastRun()).summary).toContain('1 won');
  await persons.deletePerson({ id });
  expect(account.crm.people()).toHaveLength(1);
});

test('jsforce reads and changes what our adapter has written, and refreshes its token', async () => {
  const account = await suite.newAccountWith(FakeSalesforce.start);
  await account.send(makeLead({ email: 'ana@acme.com' }));
  await account.connect();
  await account.sync();
  account.crm.refreshTokens.add('refresh-jsforce');
  const { login, api_key: secret } = account.crm.login;
  const connection = new jsforce.Connection({
    version: '60.0',
    instanceUrl: account.crm.url,
    accessToken: 'expired',
    refreshToken: 'refresh-jsforce',
    oauth2: { clientId: login, clientSecret: secret, loginUrl: account.crm.url },
  });
  const { fields } = await connection.sobject('Lead').describe();
  expect(fields.map(({ name }: Named) => name)).toContain('Leadline_Score__c');
  const { records } = await connection.query(
    "select Id, Leadline_Score__c from Lead where Email in ('ANA@acme.com') and IsConverted = false order by Id limit 5",
  );
  const [lead] = records;
  expect(lead?.Leadline_Score__c).toBeGreaterThan(0);

  const upserted = await connection.sobject('Lead').upsert(
    [
      { Leadline_Key__c: 'one', LastName: 'One', Company: 'Acme' },
      { Leadline_Key__c: 'two', LastName: 'Two' },
    ],
    'Leadline_Key__c',
    { allOrNone: false },
  );
  expect(upserted.map(({ success }: Saved) => success)).toEqual([true, false]);
  const updated = await connection.sobject('Lead').update([
    { Id: lead?.Id as string, Phone: '+12125550100' },
    { Id: '00Q000000000000404', Phone: '1' },
  ]);
  expect(updated.map(({ success }: Saved) => success)).toEqual([true, false]);
  await expect(connection.query('select nonsense')).rejects.toMatchObject({ errorCode: 'MALFORMED_QUERY' });

  const dealId = account.crm.addDeal(lead?.Id as string);
  account.crm.win(dealId, 900);
  const deals = await connection.query(
    'select Id, Amount, (select Contact.Email from OpportunityContactRoles order by IsPrimary desc, Id limit 1) ' +
      'from Opportunity where SystemModstamp >= 2025-01-01T00:00:00.000Z order by Id limit 100',
  );
  expect(deals.records).toMatchObject([{ Id: dealId, Amount: 900 }]);
  await account.syncNow();
  expect((await account.lastRun()).summary).toContain('1 won');
});
