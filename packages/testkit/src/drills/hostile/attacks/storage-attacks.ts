// Attacks on the disk: everything that stores something.

import type { Attack } from '../attacker.ts';

const text = (length: number): string => 'Please send me a quote for forty laptops. '.repeat(length / 42);

export const storageAttacks: readonly Attack[] = [
  {
    name: 'large leads with twenty test keys',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 300, inFlight: 64 }, (index) => ({
        path: '/api/score.php',
        key: attacker.testKey,
        body: JSON.stringify({ email: `t${index}@example.org`, message: text(15_000), source: `${index}` }),
      })),
  },
  {
    name: 'batches of 1,000 leads',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 5, inFlight: 8 }, (index) => ({
        path: '/api/batch',
        key: attacker.testKey,
        body: JSON.stringify({
          leads: Array.from({ length: 1_000 }, (_, place) => ({
            email: `b${index}-${place}@example.org`,
            message: text(6_000),
          })),
        }),
      })),
  },
  {
    name: 'rejected requests in the log',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 300, inFlight: 64 }, (index) => ({
        path: '/api/webhook.php',
        key: attacker.testKey,
        body: JSON.stringify({ name: `${index}`, message: text(15_000) }),
      })),
  },
  {
    name: 'spam from many addresses at an intake URL',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 300, inFlight: 64 }, (index) => ({
        path: `/api/intake/${attacker.intakeKey}`,
        from: `127.0.1.${1 + (index % 100)}`,
        body: JSON.stringify({
          email: `bot${index}@example.org`,
          message: text(1_000),
          _website: 'http://bot.example',
        }),
      })),
  },
  {
    name: 'batches of 1,000 leads of spam',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 5, inFlight: 8 }, (index) => ({
        path: '/api/batch',
        key: attacker.liveKey,
        body: JSON.stringify({
          leads: Array.from({ length: 1_000 }, (_, place) => ({
            email: `s${index}-${place}@example.org`,
            message: text(1_000),
            custom_fields: { 'Bot check': 'failed (hidden field filled in)' },
          })),
        }),
      })),
  },
  {
    name: '2,000 leads at once',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 2_000, inFlight: 250 }, (index) => ({
        path: '/api/score.php',
        key: attacker.testKey,
        body: JSON.stringify({ email: `f${index}@example.org`, message: 'Hello' }),
      })),
  },
];
