// What each role may do, in words.

import type { Role } from '@leadline/contract';

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly may: string }[] = [
  { value: 'viewer', label: 'Viewer', may: 'A viewer looks at leads and insights.' },
  { value: 'rep', label: 'Rep', may: 'A rep also records outcomes, saves views and imports leads.' },
  { value: 'owner', label: 'Owner', may: 'An owner does everything: keys, webhooks, team and privacy too.' },
];

export function labelRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
