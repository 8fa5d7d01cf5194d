// Actions of the audit log in words. One the dashboard does not know is shown as it is.

import type { AuditPage } from '@leadline/contract';

const WORDS: Readonly<Record<string, string>> = {
  'account.ai_changed': 'Changed how messages are read',
  'account.created': 'Opened the account',
  'account.plan_changed': 'Changed the plan',
  'import.cancelled': 'Cancelled an import',
  'import.finished': 'Ended an import',
  'import.started': 'Started an import',
  'key.created': 'Made a key',
  'key.revoked': 'Revoked a key',
  'key.rotated': 'Rotated a key',
  'lead.deleted': 'Deleted a lead',
  'member.invited': 'Invited',
  'member.joined': 'Joined the team',
  'member.left': 'Left the team',
  'member.removed': 'Removed from the team:',
  'member.role_changed': 'Changed the role of',
  'member.uninvited': 'Took back the invitation of',
  'person.erased': 'Erased a person',
  'person.exported': 'Looked up a person’s data',
  'retention.applied': 'Deleted leads that were old enough',
  'retention.changed': 'Changed how long leads are kept',
  'webhook.changed': 'Changed a webhook',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.disabled': 'Switched off a webhook',
  'webhook.secret_rotated': 'Rotated the secret of a webhook',
};

export function describeAction({ actor, action, subject }: AuditPage['data'][number]): string {
  // By the operator, at the command line.
  if (action === 'member.joined' && actor !== subject) return 'Added to the team:';
  return WORDS[action] ?? action;
}
