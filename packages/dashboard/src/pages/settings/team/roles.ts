// The roles and their permissions.

import type { Role } from '@leadline/contract';

export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly permissions: string;
}[] = [
  {
    value: 'viewer',
    label: 'Viewer',
    permissions: 'See leads and insights.',
  },
  {
    value: 'rep',
    label: 'Rep',
    permissions:
      'Also work on leads: add them, set their status, assign them, write notes, record outcomes and save views.',
  },
  {
    value: 'manager',
    label: 'Manager',
    permissions: 'Also import leads and decide by routing rules who gets which.',
  },
  {
    value: 'owner',
    label: 'Owner',
    permissions:
      'Everything, including connecting forms, scoring, the model, keys, webhooks, business settings, team and privacy.',
  },
];

export function labelRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
