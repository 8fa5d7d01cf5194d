// The signed-in user, their accounts and members.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from './limits.ts';

/** `owner` can do everything, `manager` can also import leads and decide who gets them, `rep` can work with leads, `viewer`
 * can only read. */
export const Role = Type.Enum(['owner', 'manager', 'rep', 'viewer']);
export type Role = Static<typeof Role>;

const Membership = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  role: Role,
  requires_two_factor: Type.Boolean({
    description: 'Members need two-factor sign-in or single sign-on to use this account.',
  }),
  can_export_leads: Type.Boolean({
    description: 'Whether the owners let this user download leads in bulk.',
  }),
  sees_all_leads: Type.Boolean({
    description: 'False for a rep who only sees their own leads and those that are nobody’s.',
  }),
  /** When the account will be deleted. Until then it is closed, and an owner can cancel. */
  delete_at: Nullable(Moment),
});
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
      needs_two_factor: Type.Boolean({
        description: 'The current account requires two-factor sign-in, and this session lacks it.',
      }),
      needs_sso_check: Type.Boolean({
        description:
          'The session was opened by single sign-on, and the identity provider has to confirm it. Until then, nobody is ' +
          'signed in. Start single sign-on with `silent` to do so without asking the person.',
      }),
      session_id: Nullable(
        Type.String({
          description: 'The ID of this session in the list of sessions.',
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
        description: '`printed`: it only appears on the server; `none`: email is not set up.',
      }),
      account_deletion_days: Type.Integer({
        description: 'How long an owner can cancel the deletion of an account.',
      }),
      sso: Nullable(
        Type.Object(
          { name: Type.String(), only: Type.Boolean() },
          { description: 'Single sign-on, and whether it is the only way to sign in.' },
        ),
      ),
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

const hand_over_to = Type.Optional(
  Type.String({ description: '`user_…` who takes over their open leads. Without it, nobody does.' }),
);

export const MemberBody = Type.Object(
  { role: Role, hand_over_to },
  { additionalProperties: false, title: 'MemberRequest' },
);
export type MemberBody = Static<typeof MemberBody>;

export const MemberResult = Type.Object(
  { success: Type.Literal(true), data: Type.Object({ user_id: Type.String(), role: Role }) },
  { title: 'MemberResult' },
);
export type MemberResult = Static<typeof MemberResult>;

export const MemberRemovalQuery = Type.Object({ hand_over_to }, { additionalProperties: false });
export type MemberRemovalQuery = Static<typeof MemberRemovalQuery>;

export const MemberDuties = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      open_leads: Type.Integer({ description: 'Assigned to them, up to 1,000.' }),
      is_capped: Type.Boolean({ description: 'There are more than `open_leads`.' }),
      rules: Type.Array(
        Type.Object({
          name: Type.String(),
          is_only_person: Type.Boolean({ description: 'Without them, the rule is skipped.' }),
        }),
        { description: 'Routing rules that assign leads to them.' },
      ),
      keys: Type.Array(Type.Object({ key_id: Type.String(), name: Type.String() }), {
        description: 'API keys they created that still work.',
      }),
    }),
  },
  { title: 'MemberDuties' },
);
export type MemberDuties = Static<typeof MemberDuties>;

export const AccountNameResult = Type.Object(
  { success: Type.Literal(true), data: AccountBody },
  { title: 'AccountNameResult' },
);
export type AccountNameResult = Static<typeof AccountNameResult>;

export const AccountDeletionBody = Type.Object(
  {
    name: Type.String({ maxLength: MAX_NAME_LENGTH, description: 'The name of the account, to confirm.' }),
    password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })),
  },
  { additionalProperties: false, title: 'AccountDeletionRequest' },
);
export type AccountDeletionBody = Static<typeof AccountDeletionBody>;

export const AccountDeletionResult = Type.Object(
  { success: Type.Literal(true), data: Type.Object({ delete_at: Nullable(Moment) }) },
  { title: 'AccountDeletionResult' },
);
export type AccountDeletionResult = Static<typeof AccountDeletionResult>;

export const UserDeletionBody = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })) },
  { additionalProperties: false, title: 'UserDeletionRequest' },
);
export type UserDeletionBody = Static<typeof UserDeletionBody>;

export const BackupCodesResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      left: Type.Integer({ description: 'How many backup codes the user can still use.' }),
    }),
  },
  { title: 'BackupCodesResult' },
);
export type BackupCodesResult = Static<typeof BackupCodesResult>;

export const AccountExportQuery = Type.Object(
  {
    account: Type.Optional(Type.String({ description: '`acct_…`; must be the current account.' })),
    ticket: Type.String({ maxLength: 200, description: 'From a POST to the same path.' }),
  },
  { additionalProperties: false },
);

export const AccountExportBody = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })) },
  { additionalProperties: false, title: 'AccountExportRequest' },
);
export type AccountExportBody = Static<typeof AccountExportBody>;

export const AccountExportResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      ticket: Type.String({ description: 'Allows this session to download for a minute.' }),
    }),
  },
  { title: 'AccountExportResult' },
);
export type AccountExportResult = Static<typeof AccountExportResult>;

const Invitation = Type.Object({
  invitation_id: Type.String(),
  account_name: Type.String(),
  inviter_name: Type.String(),
  inviter_email: Type.String(),
  role: Role,
  email: Type.String({ description: 'Whom it was sent to.' }),
});
export type Invitation = Static<typeof Invitation>;

export const InvitationSummary = Type.Object(
  { success: Type.Literal(true), data: Invitation },
  { title: 'InvitationSummary' },
);
export type InvitationSummary = Static<typeof InvitationSummary>;

export const InvitationList = Type.Object(
  { success: Type.Literal(true), data: Type.Array(Invitation) },
  { title: 'InvitationList' },
);
export type InvitationList = Static<typeof InvitationList>;
