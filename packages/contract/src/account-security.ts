// What an account demands of its members, decided by its owners.

import { type Static, Type } from 'typebox';
import {
  MAX_SESSION_HOURS,
  MAX_SESSION_IDLE_MINUTES,
  MIN_SESSION_HOURS,
  MIN_SESSION_IDLE_MINUTES,
} from './limits.ts';

/** Who may download leads in bulk. API keys are not people: their scope decides. */
export const LeadExports = Type.Enum(['owners', 'reps', 'everyone'], {
  description: 'Who can download leads in bulk: only `owners`, owners and `reps`, or `everyone`.',
});
export type LeadExports = Static<typeof LeadExports>;

/** Managers and owners always see all leads, and so do viewers, who can't have leads of their own. */
export const RepLeads = Type.Enum(['all', 'own'], {
  description: 'Which leads reps see: `all`, or their `own` and those that are nobody’s.',
});
export type RepLeads = Static<typeof RepLeads>;

const fields = {
  requires_two_factor: Type.Boolean({ description: 'Whether members need two-factor sign-in.' }),
  lead_exports: LeadExports,
  rep_leads: RepLeads,
  session_idle_minutes: Type.Integer({
    minimum: MIN_SESSION_IDLE_MINUTES,
    maximum: MAX_SESSION_IDLE_MINUTES,
    description: 'After how long without use a member has to sign in again.',
  }),
  session_max_hours: Type.Integer({
    minimum: MIN_SESSION_HOURS,
    maximum: MAX_SESSION_HOURS,
    description: 'After how long a member has to sign in again, used or not.',
  }),
};

/** What is left out stays as it is. */
export const AccountSecurity = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
  title: 'AccountSecurityRequest',
});
export type AccountSecurity = Static<typeof AccountSecurity>;

export const AccountSecurityResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      ...fields,
      with_two_factor: Type.Array(Type.String(), {
        description: '`user_…` of the members who have turned it on.',
      }),
    }),
  },
  { title: 'AccountSecurityResult' },
);
export type AccountSecurityResult = Static<typeof AccountSecurityResult>;
