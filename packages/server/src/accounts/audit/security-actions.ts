// The audit log entries that concern who can get into the account.

import type { AuditAction } from './record-audit.ts';

export const SECURITY_ACTIONS: readonly AuditAction[] = [
  'account.created',
  'account.exports_changed',
  'account.rep_leads_changed',
  'account.sessions_changed',
  'account.two_factor_changed',
  'key.created',
  'key.revoked',
  'key.rotated',
  'member.invited',
  'member.joined',
  'member.left',
  'member.removed',
  'member.role_changed',
  'member.uninvited',
];
