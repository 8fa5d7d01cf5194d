// Attacks on the search for everything about a person. Last, because a search that can't be stopped would spoil the
// attacks after it.

import type { Attack } from '../attacker.ts';
import { prepend, repeat, upload } from './import-attacks.ts';

export const personAttacks: readonly Attack[] = [
  {
    name: 'people by phone in rejected rows',
    prepare: async (attacker) => {
      const rows = repeat(200, (index) => `,"${index} ${'1 '.repeat(30_000)}"\n`);
      await upload(attacker, 'start=true', prepend('email,message\n', rows));
    },
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 2, inFlight: 4 }, (index) => ({
        path: `/api/people?phone=%2B1212555${String(index).padStart(4, '0')}`,
        key: attacker.liveKey,
      })),
  },
  {
    name: 'people who are not there',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 100, inFlight: 20 }, (index) => ({
        path: `/api/people?email=nobody-${index}%40example.org`,
        key: attacker.liveKey,
      })),
  },
];
