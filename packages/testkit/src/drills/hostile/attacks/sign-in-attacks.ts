// Attacks on sign-in and on the mail that the service sends.

import type { Attack } from '../attacker.ts';

const FROM_THE_DASHBOARD = { 'sec-fetch-site': 'same-origin' };

export const signInAttacks: readonly Attack[] = [
  {
    name: 'wrong passwords',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 50, inFlight: 64 }, (index) => ({
        path: '/api/auth/sign-in/email',
        headers: FROM_THE_DASHBOARD,
        body: JSON.stringify({ email: `user-${index % 500}@example.org`, password: 'wrong horse battery' }),
      })),
  },
  {
    name: 'sign-ups',
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 20, inFlight: 64 }, (index) => ({
        path: '/api/auth/sign-up/email',
        headers: FROM_THE_DASHBOARD,
        body: JSON.stringify({
          name: 'Mallory',
          email: `mallory-${performance.now()}-${index}@example.org`,
          password: 'correct horse battery',
        }),
      })),
  },
  {
    name: 'invitations',
    run: (attacker, signal) => {
      const cookie = [...attacker.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return attacker.flood(signal, { perSecond: 20, inFlight: 16 }, (index) => ({
        path: '/api/auth/organization/invite-member',
        headers: { ...FROM_THE_DASHBOARD, cookie },
        body: JSON.stringify({ email: `victim-${index}@example.org`, role: 'rep' }),
      }));
    },
  },
];
