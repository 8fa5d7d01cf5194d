// Attacks on the main thread: small requests that take long to answer.

import type { Attack } from '../attacker.ts';

const PHRASES =
  'Budget approved, $15k-20k/mo or 10 Lakh, need 40 laptops by Friday, please call +1 212 555 0123 asap. ';

const slowLead = (index: number) => ({
  email: `slow-${index}@example.org`,
  phone: '+12125550123',
  budget: '$15k-20k/mo '.repeat(150),
  message: PHRASES.repeat(190),
  custom_fields: Object.fromEntries(
    Array.from({ length: 100 }, (_, field) => [
      `When do you want to start, and what is your budget for part ${field}?`,
      PHRASES.repeat(8),
    ]),
  ),
});

export const cpuAttacks: readonly Attack[] = [
  {
    name: 'forms of empty pairs',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 34, inFlight: 64 }, () => ({
        path: `/api/intake/${attacker.intakeKey}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `a=${'&'.repeat(250_000)}`,
      })),
  },
  {
    name: 'explanations of long leads',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 20, inFlight: 64 }, (index) => ({
        path: '/api/explain.php',
        key: attacker.liveKey,
        body: JSON.stringify({ lead: slowLead(index) }),
      })),
  },
  {
    name: 'long leads with a test key',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 20, inFlight: 64 }, (index) => ({
        path: '/api/score.php',
        key: attacker.testKey,
        body: JSON.stringify(slowLead(index)),
      })),
  },
  {
    name: 'forms of parts without a header',
    run: (attacker, signal) => {
      const body = '--x\r\n'.repeat(400_000);
      return attacker.flood(signal, { perSecond: 20, inFlight: 16 }, () => ({
        path: `/api/intake/${attacker.intakeKey}`,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body,
      }));
    },
  },
  {
    name: 'deep and wide JSON',
    run: (attacker, signal) => {
      const deep = `{"email":"a@example.org","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const wide = `{"email":"a@example.org",${Array.from({ length: 25_000 }, (_, index) => `"${index}":1`).join(',')}}`;
      return attacker.flood(signal, { perSecond: 60, inFlight: 64 }, (index) => ({
        path: '/api/webhook.php',
        key: attacker.testKey,
        body: index % 2 === 0 ? deep : wide,
      }));
    },
  },
];
