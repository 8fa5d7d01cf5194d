// The business behind an account. Office hours decide when advice is overdue and when people are alerted.

import { type Static, Type } from 'typebox';
import { Nullable, TimeOfDay } from './common.ts';
import { MAX_DEAL_VALUE, MAX_LOST_REASON_LENGTH, MAX_LOST_REASONS } from './limits.ts';

export const Profile = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.', examples: ['EUR'] }),
    time_zone: Type.String({ maxLength: 64, description: 'IANA time zone.', examples: ['Europe/Berlin'] }),
    office_days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'From Monday (1) to Sunday (7).',
    }),
    opens_at: TimeOfDay,
    closes_at: TimeOfDay,
    typical_deal: Nullable(
      Type.Number({ exclusiveMinimum: 0, maximum: MAX_DEAL_VALUE, description: 'In `currency`.' }),
    ),
    lost_reasons: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_LOST_REASON_LENGTH }), {
        maxItems: MAX_LOST_REASONS,
        uniqueItems: true,
        description: 'Offered when a lead is marked as lost. Left out of a request, they stay as they are.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const ProfileResult = Type.Object(
  { success: Type.Literal(true), data: Profile },
  { title: 'ProfileResult' },
);
export type ProfileResult = Static<typeof ProfileResult>;
