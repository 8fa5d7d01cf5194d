// Personal data requests, retention and the audit log.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { LeadDetail } from './leads.ts';
import { MAX_PAGE_SIZE, MAX_RETENTION_DAYS } from './limits.ts';
import { Received } from './received.ts';

const identifiers = {
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 320 })),
  phone: Type.Optional(Type.String({ minLength: 3, maxLength: 50 })),
};

export const PersonQuery = Type.Object(identifiers, {
  additionalProperties: false,
  description: 'Either `email` or `phone`.',
});
export type PersonQuery = Static<typeof PersonQuery>;

export const EraseBody = Type.Object(identifiers, { additionalProperties: false, title: 'EraseRequest' });
export type EraseBody = Static<typeof EraseBody>;

export const PersonExport = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      exported_at: Moment,
      leads: Type.Array(LeadDetail.properties.data, {
        description: 'As in `GET /api/leads/{id}`, but with all outcomes.',
      }),
      contacts: Type.Array(
        Type.Object({
          person_id: Type.String(),
          email: Type.String(),
          phone: Type.String(),
          name: Type.String(),
        }),
        { description: 'Their contact details, normalized for search.' },
      ),
      deliveries: Type.Array(Type.Unknown(), {
        description: 'Which webhook endpoints their leads were sent to, and when.',
      }),
      refused_rows: Type.Array(Type.Unknown(), { description: 'Rejected rows of import files.' }),
      received: Type.Array(Received, { description: 'Requests of the last week, as received.' }),
    }),
  },
  { title: 'PersonExport' },
);
export type PersonExport = Static<typeof PersonExport>;

export const EraseResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      leads: Type.Integer(),
      contacts: Type.Integer(),
      deliveries: Type.Integer(),
      refused_rows: Type.Integer(),
      received: Type.Integer({ description: 'Logged requests.' }),
      crm_records: Type.Integer({
        description:
          'Records in the CRM that their leads were sent to. They stay there: delete them in the CRM.',
      }),
    }),
  },
  { title: 'EraseResult' },
);
export type EraseResult = Static<typeof EraseResult>;

export const Retention = Type.Object(
  {
    days: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RETENTION_DAYS,
        description: 'Null: kept until deleted; test leads: 7 days.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Retention' },
);
export type Retention = Static<typeof Retention>;

export const RetentionResult = Type.Object(
  { success: Type.Literal(true), data: Retention },
  { title: 'RetentionResult' },
);

export const AuditQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
    category: Type.Optional(
      Type.Enum(['changes', 'security'], {
        default: 'changes',
        description:
          '`changes`: everything changed in the account. `security`: only keys, team and sign-in rules, plus the sign-ins of its members in the last 90 days.',
      }),
    ),
    actor: Type.Optional(
      Type.String({
        pattern: '^(?:(?:user|key)_[0-9a-f]{32}|operator|worker)$',
        description: 'Only what this person, key, the operator or the system did.',
      }),
    ),
    from: Type.Optional(Type.String({ description: 'ISO 8601; entries at or after this time.' })),
    to: Type.Optional(Type.String({ description: 'ISO 8601; entries before this time.' })),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditPage = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(
      Type.Object({
        entry_id: Type.String(),
        at: Moment,
        actor: Type.String({ description: '`key_…`, `user_…`, `operator`, or `worker` for the system.' }),
        actor_name: Nullable(
          Type.String({
            description:
              'Of a person, as of now or as of the day they left. Null for others, and for people who deleted their profile.',
          }),
        ),
        action: Type.String(),
        subject: Type.String(),
        subject_name: Nullable(Type.String({ description: 'Of a person, or the email of an invitation.' })),
        details: Type.Unknown(),
      }),
    ),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;
