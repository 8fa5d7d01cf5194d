// The subject of an audit log entry, by name and with a link where possible.

import type { AuditPage } from '@leadline/contract';
import type { ReactNode } from 'react';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath, PAGES } from '../../../navigation/page-paths.ts';
import { importPage } from '../../imports/use-imports.ts';
import type { Names } from './use-names.ts';

interface SubjectProps {
  readonly entry: AuditPage['data'][number];
  readonly names: Names;
}

export function Subject({
  entry: { actor, action, subject, subject_name: name },
  names,
}: SubjectProps): ReactNode {
  // The account is always the current one, and the actor is already shown.
  if (subject.startsWith('acct_') || subject === actor) return null;
  if (/^(?:user|inv)_/.test(subject)) return names.findUser(subject, name) ?? 'a former member';
  if (subject.startsWith('key_')) return names.findKey(subject);
  if (subject.startsWith('lead_'))
    return action === 'lead.deleted' ? null : <TextLink to={leadPath(subject)}>Open it</TextLink>;
  if (subject.startsWith('hook_')) {
    const webhook = names.findWebhook(subject);
    return webhook === null ? null : <TextLink to={PAGES.webhooks}>{webhook}</TextLink>;
  }
  if (subject.startsWith('imp_')) {
    const file = names.findImport(subject);
    return file === null ? null : <TextLink to={importPage(subject)}>{file}</TextLink>;
  }
  if (subject === 'nobody') return '(nothing found)';
  // Whatever else has an ID is said by the action, and has no page of its own.
  return /^[a-z]+_[0-9a-f]{8,}/.test(subject) ? null : subject;
}
