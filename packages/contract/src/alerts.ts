// What a member wants to be alerted about, and how.

import { type Static, Type } from 'typebox';
import { Nullable, TimeOfDay } from './common.ts';

const Channel = Type.Object(
  {
    new_leads: Type.Enum(['none', 'hot', 'warm'], { description: '`warm` includes Hot leads.' }),
    assigned: Type.Boolean({ description: 'When someone else, or a routing rule, assigns a lead to you.' }),
  },
  { additionalProperties: false },
);

export const AlertChoices = Type.Object(
  {
    email: Channel,
    browser: Channel,
    hours: Type.Enum(['always', 'chosen', 'office'], {
      description:
        '`chosen`: from `opens_at` to `closes_at` every day. `office`: the office hours of the account.',
    }),
    opens_at: TimeOfDay,
    closes_at: TimeOfDay,
    drift_emails: Type.Boolean({
      description: 'Whether owners get an email when their leads have changed.',
    }),
    key_emails: Type.Boolean({
      description: 'Whether owners get an email a week before an API key expires.',
    }),
    digest_hour: Nullable(
      Type.Integer({ minimum: 0, maximum: 23, description: 'In the time zone of the account.' }),
    ),
  },
  { additionalProperties: false, title: 'AlertChoices' },
);
export type AlertChoices = Static<typeof AlertChoices>;

export const AlertChoicesResult = Type.Object(
  { success: Type.Literal(true), data: AlertChoices },
  { title: 'AlertChoicesResult' },
);
export type AlertChoicesResult = Static<typeof AlertChoicesResult>;

export const TestEmailResult = Type.Object(
  { success: Type.Literal(true), data: Type.Object({ queued: Type.Literal(true) }) },
  { title: 'TestEmailResult' },
);
export type TestEmailResult = Static<typeof TestEmailResult>;
