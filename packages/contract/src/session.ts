// The signed-in user, their accounts and members.

import { type Static, Type } from 'typebox';
import { Nullable } from './common.ts';
import { MAX_NAME_LENGTH } from './limits.ts';

/** `owner` can do everything, `rep` can work with leads, `viewer` can only read. */
export const Role = Type.Enum(['owner', 'rep', 'viewer']);
export type Role = Static<typeof Role>;

const Membership = Type.Object({ account_id: Type.String(), name: Type.String(), role: Role });
export type Membership = Static<typeof Membership>;

export const SessionResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      user: Nullable(
        Type.Object({
          user_id: Type.String(),
          name: Type.String(),
          email: Type.String(),
          email_verified: Type.Boolean(),
          has_two_factor: Type.Boolean(),
        }),
      ),
      session_id: Nullable(
        Type.String({
          description: 'The ID of this session in the list of sessions, without dashes.',
        }),
      ),
      /** The current account. */
      account: Nullable(Membership),
      accounts: Type.Array(Membership),
      sign_up: Type.Enum(['first', 'open', 'closed'], {
        description:
          '`first`: nobody has signed up yet; the first person needs the setup token and becomes the owner.',
      }),
      mail: Type.Enum(['sent', 'printed', 'none'], {
        description: '`printed`: to the output of the process; `none`: email is not set up.',
      }),
    }),
  },
  { title: 'SessionResult' },
);
export type SessionResult = Static<typeof SessionResult>;
export type Session = SessionResult['data'];

export const AccountBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The name of the company.' }),
  },
  { additionalProperties: false, title: 'AccountRequest' },
);
export type AccountBody = Static<typeof AccountBody>;

export const AccountResult = Type.Object(
  { success: Type.Literal(true), data: Membership },
  { title: 'AccountResult' },
);
export type AccountResult = Static<typeof AccountResult>;

export const MemberBody = Type.Object(
  { role: Role },
  { additionalProperties: false, title: 'MemberRequest' },
);
export type MemberBody = Static<typeof MemberBody>;

export const MemberResult = Type.Object(
  { success: Type.Literal(true), data: Type.Object({ user_id: Type.String(), role: Role }) },
  { title: 'MemberResult' },
);
export type MemberResult = Static<typeof MemberResult>;
