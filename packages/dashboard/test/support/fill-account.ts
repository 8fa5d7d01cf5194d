// Fills an account so that every page has something to show: leads of each kind, a team, an import, failing webhooks.

import { call } from '@leadline/testkit/http/call';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { onTestFinished } from 'vitest';
import type { BrowserSuite, Owner } from './suite.ts';

const LEADS = [
  {
    name: 'Marta Vilanova',
    email: 'marta@vilanova-textil.example',
    phone: '+44 20 7946 0123',
    budget: '€15k-20k/mo',
    message: 'We are ready to sign. We need it live before March, for 120 users. Please call me today.',
    source: 'referral',
    custom_fields: { 'When do you want to start?': 'This month', 'Your role': 'CEO' },
  },
  {
    name: 'Bo Berg',
    email: 'bo@berg-soehne.example',
    phone: '',
    budget: '10 lakh',
    message: 'Please send a quote.',
  },
  {
    name: 'Chen Wei',
    email: 'chen.wei@gmail.com',
    phone: '',
    message: 'How much is it?',
    source: 'facebook',
  },
  { name: '', email: 'info@example.org', phone: '', budget: '', message: '', source: '' },
  {
    name: 'SEO Expert',
    email: 'rank@mailinator.com',
    phone: '',
    message: 'We offer SEO services at the best price',
  },
  { name: 'asdf', email: 'asdf@asdf', phone: '123', message: 'asdf asdf', source: 'google' },
];
const CSV = 'Name,Email,Phone,Favourite colour\nDi Dorn,di@dorn.example,,blue\nNobody,,,red\n';

/** Returns the IDs of its leads. Needs a suite with a worker, and has to run inside a test. */
export async function fillAccount(suite: BrowserSuite, owner: Owner): Promise<string[]> {
  const { person } = owner;
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  receiver.answer(500, 'the database is down');
  await person.call('/api/webhooks', { url: `${receiver.url}/hook`, description: 'The CRM' });
  const leadIds: string[] = [];
  for (const lead of LEADS) leadIds.push(await suite.postLead(owner, lead));
  await person.call(`/api/leads/${leadIds[1]}/outcome`, { outcome: 'won', amount: 12_000 });
  await person.call(`/api/leads/${leadIds[2]}/outcome`, { outcome: 'lost', reason: 'Too expensive' });
  await call(suite.url, '/api/webhook.php', { name: 'Nobody' }, { key: owner.liveKey });
  await suite.addMember(owner, 'rep');
  await person.call('/api/auth/organization/invite-member', { email: 'eve@example.org', role: 'viewer' });
  await person.call('/api/views', { name: 'Hot only', query: 'grade=Hot' });
  const { body } = await person.call('/api/imports?file_name=leads.csv', CSV, {
    headers: { 'Content-Type': 'text/csv' },
  });
  await person.call(`/api/imports/${body.data.import_id}/start`, {});
  return leadIds;
}
