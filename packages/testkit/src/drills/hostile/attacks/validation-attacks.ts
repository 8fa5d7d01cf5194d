// Attacks with bodies that are expensive to validate, also by callers who have no key.

import type { Attack, Attacker, Send } from '../attacker.ts';

const FROM_THE_DASHBOARD = { 'sec-fetch-site': 'same-origin' };
const PACE = { perSecond: 500, inFlight: 8 };

const wide = (count: number, value: string): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',')}}`;

const EQUAL_IDS = `{"lead_ids":[${'1,'.repeat(130_000)}1],"status":"won"}`;
const EQUAL_SOURCES = `{"rules":[{"name":"a","when":{"sources":[${'"a",'.repeat(60_000)}"a"]},"assign_to":["a"]}]}`;
const MANY_FIELDS = wide(22_000, '1');
const MANY_COLUMNS = `{"mapping":${wide(20_000, '""')}}`;

const cookieOf = ({ owner }: Attacker): string =>
  [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const changeLeads: Send = { method: 'PATCH', path: '/api/leads', body: EQUAL_IDS };

/** As a page of the dashboard would send it, but without a session. */
const anonymous = (index: number): Send => ({
  path: ['/api/accounts', '/api/user/deletion', '/api/auth/sign-in/email', '/api/explain.php'][
    index % 4
  ] as string,
  headers: FROM_THE_DASHBOARD,
  body: MANY_FIELDS,
});

export const validationAttacks: readonly Attack[] = [
  {
    name: 'equal items with a test key',
    run: (attacker, signal) =>
      attacker.flood(signal, PACE, () => ({ ...changeLeads, key: attacker.testKey })),
  },
  {
    name: 'equal items with a read-only key',
    run: (attacker, signal) =>
      attacker.flood(signal, PACE, () => ({
        path: '/api/routing/preview',
        key: attacker.readKey,
        body: EQUAL_SOURCES,
      })),
  },
  {
    name: 'equal items with a session',
    run: (attacker, signal) => {
      const headers = { ...FROM_THE_DASHBOARD, cookie: cookieOf(attacker) };
      return attacker.flood(signal, PACE, () => ({ ...changeLeads, headers }));
    },
  },
  {
    name: 'columns of an import that does not exist',
    run: (attacker, signal) =>
      attacker.flood(signal, { ...PACE, inFlight: 64 }, () => ({
        path: `/api/imports/import_${'0'.repeat(32)}/start`,
        key: attacker.testKey,
        body: MANY_COLUMNS,
      })),
  },
  ...[8, 64].map(
    (inFlight): Attack => ({
      name: `unknown fields without a key, ${inFlight} at a time`,
      run: (attacker, signal) => attacker.flood(signal, { ...PACE, inFlight }, anonymous),
    }),
  ),
  {
    name: 'unknown fields without a key, from 200 addresses',
    run: (attacker, signal) =>
      attacker.flood(signal, { ...PACE, inFlight: 64 }, (index) => ({
        ...anonymous(index),
        from: `127.0.1.${1 + (index % 200)}`,
      })),
  },
  {
    name: 'lists of large versions of the settings',
    prepare: async (attacker) => {
      const questions = Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [`${index} ${'q'.repeat(280)}`, 'timeline']),
      );
      for (let version = 0; version < 20; version++)
        await attacker.send({
          path: '/api/settings/publish',
          key: attacker.liveKey,
          body: JSON.stringify({ version, changes: { questions } }),
        });
    },
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 100, inFlight: 12 }, () => ({
        path: '/api/settings/versions',
        key: attacker.liveKey,
      })),
  },
];
