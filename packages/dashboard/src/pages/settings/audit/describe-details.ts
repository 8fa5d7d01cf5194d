// Formats the details of an entry on one line: "Role: rep", "Stored: 1,200, rejected: 3", "Currency: USD → EUR".

import type { AuditPage, KeyScope } from '@leadline/contract';
import { formatExact } from '../../../components/format-moment.ts';
import { formatBytes, formatCount, formatCountOf } from '../../../components/format-number.ts';
import { describeCause } from '../../webhooks/describe-disabled-reason.ts';
import { describeDays } from '../business/office-days.ts';
import { SCOPE_LABELS } from '../keys/scope-labels.ts';
import type { Names } from './use-names.ts';

const NAMES: Readonly<Record<string, string>> = {
  ai: 'AI',
  previous: 'before',
  crm_records: 'left in the CRM',
  delete_at: 'deleted from',
  expires_at: 'expires',
  file_bytes: 'file',
  grace_hours: 'old one expires in',
  monthly_dollars: 'dollars per month',
  new_key: 'new key',
  refused: 'rejected',
  refused_rows: 'rejected rows',
  received: 'requests',
  rows_read: 'rows read',
  method: 'with',
  mode: 'use',
  scope: 'access',
};

const MODES: Readonly<Record<string, string>> = {
  off: 'off',
  advisory: 'chance of closing only',
  on: 'chance of closing and points',
};

type Entry = Pick<AuditPage['data'][number], 'action' | 'details'>;

export function describeDetails({ action, details }: Entry, names: Names): string {
  if (typeof details !== 'object' || details === null) return '';
  const words = Object.entries(details)
    .map(([name, value]) =>
      name === 'restores'
        ? describeRestored(action, Number(value))
        : `${NAMES[name] ?? name.replaceAll('_', ' ')}: ${describeValue(name, value, names)}`,
    )
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Version 0 is what every account starts with. */
function describeRestored(action: string, version: number): string {
  if (version > 0) return `restores version ${formatCount(version)}`;
  return `restores ${action === 'model.published' ? 'the rules alone' : 'the defaults'}`;
}

function describeValue(name: string, value: unknown, names: Names): string {
  if (name === 'days') return value === null ? 'until deleted' : String(value);
  if (name === 'scope') return (SCOPE_LABELS[value as KeyScope] ?? String(value)).toLowerCase();
  if (name === 'delete_at' || name === 'expires_at') return formatExact(new Date(String(value)));
  if (name === 'method') return value === 'sso' ? 'single sign-on' : String(value);
  if (name === 'second_factor' || name === 'step') return String(value).replaceAll('_', ' ');
  if (name === 'mode') return MODES[String(value)] ?? String(value);
  if (name === 'reason') return describeCause(String(value));
  if (name === 'new_key') return names.findKey(String(value)) ?? 'revoked since';
  if (typeof value === 'number') {
    if (name === 'file_bytes') return formatBytes(value);
    return name === 'grace_hours' ? formatCountOf(value, 'hour') : formatCount(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'office_days' && Array.isArray(value)) return describeDays(value.map(Number));
  if (Array.isArray(value)) return value.map(String).join(' and ');
  if (isChange(value)) {
    const to = describeValue(name, value.to, names);
    return value.from === null ? to : `${describeValue(name, value.from, names)} → ${to}`;
  }
  if (/^received_/.test(name)) return formatExact(new Date(String(value)));
  return value === null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
