// The roles and their permissions.

import type { Role } from '@leadline/contract';

export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly permissions: string;
}[] = [
  { value: 'viewer', label: 'Viewer', permissions: 'Viewers can see leads and insights.' },
  { value: 'rep', label: 'Rep', permissions: 'Reps can also record outcomes, save views and import leads.' },
  {
    value: 'owner',
    label: 'Owner',
    permissions: 'Owners can do everything, including keys, webhooks, team and privacy.',
  },
];

export function labelRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
