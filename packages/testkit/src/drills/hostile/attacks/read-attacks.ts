// Attacks by reading: large answers, many at once, and answers that nobody reads.

import type { Attack, Attacker } from '../attacker.ts';

/** Each character is stored as six bytes. */
const ESCAPED = '\u0001';

const largeLead = (index: number) => ({
  email: `large-${index}@example.org`,
  name: ESCAPED.repeat(20_000),
  source: ESCAPED.repeat(20_000),
  budget: ESCAPED.repeat(20_000),
  message: ESCAPED.repeat(20_000),
  custom_fields: Object.fromEntries(
    Array.from({ length: 9 }, (_, field) => [`Question ${field}`, ESCAPED.repeat(10_000)]),
  ),
});

/** In batches, because a body with a single lead has a lower limit. */
const storeLargeLeads = async (attacker: Attacker): Promise<void> => {
  for (let batch = 0; batch < 12; batch++) {
    const leads = Array.from({ length: 5 }, (_, index) => largeLead(batch * 5 + index));
    await attacker.send({ path: '/api/batch', key: attacker.liveKey, body: JSON.stringify({ leads }) });
  }
};

/** No two leads have a question in common. */
const storeManyQuestions = async (attacker: Attacker): Promise<void> => {
  const questionsOf = (lead: number) =>
    Object.fromEntries(
      Array.from({ length: 190 }, (_, place) => [`Question ${place} of lead ${lead}`, 'answer '.repeat(3)]),
    );
  for (let batch = 0; batch < 10; batch++) {
    const leads = Array.from({ length: 100 }, (_, index) => ({
      email: `asked-${batch}-${index}@example.org`,
      custom_fields: questionsOf(batch * 100 + index),
    }));
    await attacker.send({
      path: '/api/batch',
      key: attacker.testKeys[0] as string,
      body: JSON.stringify({ leads }),
    });
  }
};

export const readAttacks: readonly Attack[] = [
  {
    name: 'previews of rules over leads with many questions',
    prepare: storeManyQuestions,
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 20, inFlight: 12 }, () => ({
        path: '/api/routing/preview',
        key: attacker.testKey,
        body: '{"rules":[]}',
      })),
  },
  {
    name: 'lists of large leads, 12 at a time',
    prepare: storeLargeLeads,
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 100, inFlight: 12 }, () => ({
        path: '/api/leads?limit=100',
        key: attacker.liveKey,
      })),
  },
  {
    name: 'lists that nobody reads',
    run: (attacker, signal) =>
      attacker.holdSockets(signal, 60, () =>
        `GET /api/leads?limit=100 HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${attacker.liveKey}\r\n\r\n`.repeat(4),
      ),
  },
  {
    name: 'live streams that nobody reads',
    run: (attacker, signal) =>
      attacker.holdSockets(
        signal,
        200,
        (index) =>
          `GET /api/live HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${attacker.testKeys[index % attacker.testKeys.length]}\r\n\r\n`,
      ),
  },
  {
    name: 'searches and insights',
    run: async (attacker, signal) => {
      const paths = [
        `/api/leads?q=${'a%20'.repeat(60)}`,
        '/api/insights?from=2024-01-01T00:00:00Z&to=2026-12-01T00:00:00Z',
        '/api/leads?limit=100&min_score=1&max_score=99&grade=Cold,Spam',
        '/api/received?limit=100',
        '/api/audit?limit=100',
      ];
      await attacker.flood(signal, { perSecond: 200, inFlight: 40 }, (index) => ({
        path: paths[index % paths.length] as string,
        key: attacker.liveKey,
      }));
    },
  },
];
