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
    permissions: 'See and export leads and insights. Exports are in the audit log.',
  },
  {
    value: 'rep',
    label: 'Rep',
    permissions:
      'Also work on leads: add and import them, set their status, assign them, write notes, record outcomes and save views.',
  },
  {
    value: 'owner',
    label: 'Owner',
    permissions:
      'Everything, including scoring, the model, routing, keys, webhooks, business settings, team and privacy.',
  },
];

export function labelRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
