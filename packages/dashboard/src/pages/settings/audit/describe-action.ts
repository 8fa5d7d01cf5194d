// Describes audit log actions. Unknown actions are shown as is.

import type { AuditPage } from '@leadline/contract';
import { SECURITY_ACTIONS } from '../security-actions.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  ...SECURITY_ACTIONS,
  'account.ai_changed': 'Changed the AI settings',
  'account.created': 'Created the account',
  'account.deletion_cancelled': 'Cancelled the deletion of the account',
  'account.deletion_requested': 'Requested the deletion of the account',
  'account.exported': 'Exported all data',
  'account.exports_changed': 'Changed who can export leads',
  'account.rep_leads_changed': 'Changed which leads reps see',
  'account.origins_changed': 'Changed the allowed sites',
  'account.plan_changed': 'Changed the plan',
  'account.profile_changed': 'Changed the business profile',
  'account.renamed': 'Renamed the account',
  'account.sessions_changed': 'Changed how long sessions last',
  'account.two_factor_changed': 'Changed whether two-factor sign-in is required',
  'crm.changed': 'Changed the CRM sync',
  'crm.connected': 'Connected a CRM',
  'crm.disconnected': 'Disconnected the CRM',
  'crm.paused': 'Paused the CRM sync',
  'import.cancelled': 'Cancelled an import',
  'import.finished': 'Finished an import',
  'import.refused_exported': 'Downloaded the rejected rows of an import',
  'import.started': 'Started an import',
  'import.undo_started': 'Started to undo an import',
  'import.undone': 'Undid an import',
  'key.created': 'Created a key',
  'key.revoked': 'Revoked a key',
  'key.rotated': 'Rotated a key',
  'lead.deleted': 'Deleted a lead',
  'leads.exported': 'Exported leads as CSV',
  'member.invited': 'Invited',
  'member.joined': 'Joined the team',
  'member.left': 'Left the team',
  'member.removed': 'Removed',
  'member.role_changed': 'Changed the role of',
  'member.uninvited': 'Revoked the invitation for',
  'model.drift_acknowledged': 'Acknowledged a change in the leads',
  'model.published': 'Published a model',
  'model.training_started': 'Started to train the model',
  'person.erased': 'Erased a person',
  'person.exported': 'Looked up a person',
  'retention.applied': 'Deleted old leads',
  'retention.changed': 'Changed how long leads are kept',
  'routing.changed': 'Changed the routing rules',
  'settings.published': 'Published scoring settings',
  'settings.rescore_started': 'Started to re-score open leads',
  'webhook.changed': 'Changed a webhook',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.disabled': 'Switched off a webhook',
  'webhook.secret_rotated': 'Rotated a webhook secret',
};

export function describeAction({ actor, action, subject, details }: AuditPage['data'][number]): string {
  // Added by the operator on the command line.
  if (action === 'member.joined' && actor !== subject) return 'Added';
  if (action === 'account.renamed' && isFirstName(details)) return 'Named the account';
  return ACTIONS[action] ?? action;
}

const isFirstName = (details: unknown): boolean =>
  (details as { name?: { from?: unknown } } | null)?.name?.from === null;
