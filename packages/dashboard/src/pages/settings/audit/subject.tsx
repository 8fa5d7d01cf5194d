// The subject of an audit log entry, by name and with a link where possible.

import type { AuditPage } from '@leadline/contract';
import type { ReactNode } from 'react';
import { TextLink } from '../../../components/text-link.tsx';
import { leadPath, PAGES } from '../../../navigation/page-paths.ts';
import classes from './audit-page.module.css';
import { type Names, shortenId } from './use-names.ts';

interface SubjectProps {
  readonly entry: AuditPage['data'][number];
  readonly names: Names;
}

export function Subject({
  entry: { actor, action, subject, subject_name: name },
  names,
}: SubjectProps): ReactNode {
  const id = (
    <span className={classes.id} title={subject}>
      {subject.split(' ').map(shortenId).join(', ')}
    </span>
  );
  // The account is always the current one, and the actor is already shown.
  if (subject.startsWith('acct_') || subject === actor) return null;
  // Trainings, re-scores and changes in the leads are shown by their action, and have no page of their own.
  if (/^(?:job|drift)_/.test(subject)) return null;
  if (/^(?:user|inv)_/.test(subject)) return names.findUser(subject, name) ?? id;
  if (subject.startsWith('key_')) return names.nameKey(subject);
  if (subject.startsWith('lead_')) {
    return action === 'lead.deleted' ? id : <TextLink to={leadPath(subject)}>{id}</TextLink>;
  }
  if (subject.startsWith('hook_')) {
    if (action === 'webhook.deleted') return id;
    return <TextLink to={PAGES.webhooks}>{names.findWebhook(subject) ?? id}</TextLink>;
  }
  if (subject.startsWith('imp_')) return <TextLink to={PAGES.imports}>{id}</TextLink>;
  if (subject === 'nobody') return '(nothing found)';
  return subject.startsWith('person_') ? id : subject;
}
