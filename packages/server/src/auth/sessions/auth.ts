// Configures better-auth for sessions, passwords, two-factor, members and invitations. What it calls an "organization"
// is our account. We create accounts and keys ourselves; http/routes/auth/ decides which of its calls are exposed.

import { randomUUIDv7 } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@leadline/contract/limits';
import { betterAuth } from 'better-auth';
import { createAccessControl, organization, twoFactor } from 'better-auth/plugins';
import { defaultStatements, memberAc, ownerAc } from 'better-auth/plugins/organization/access';
import { CamelCasePlugin } from 'kysely';
import { MAX_MEMBERS } from '../../accounts/team/member-limit.ts';
import { describeError, type Logger } from '../../platform/base/log.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { Mail, Mailer } from '../../platform/email/mailer.ts';
import type { AuthSecrets } from '../cookies/auth-secrets.ts';
import { COOKIE_PREFIX } from '../cookies/cookie-prefix.ts';
import { notePasswordReset } from '../passwords/note-password-reset.ts';
import { hashPassword, isPassword } from '../passwords/password.ts';
import { CLIENT_ADDRESS_HEADER, clientOf } from '../security/library-client.ts';
import { noteConnection } from '../sso/note-connection.ts';
import type { OidcProvider } from '../sso/oidc-provider.ts';
import { ssoPlugin } from '../sso/sso-plugin.ts';
import { makeBackupCodes } from '../two-factor/backup-codes.ts';
import { keepSecondFactor } from '../two-factor/keep-second-factor.ts';
import { afterCode, beforeCode } from '../two-factor/second-factor-hooks.ts';
import { keepActiveAccount } from './keep-active-account.ts';
import { keepSignInMethod } from './keep-sign-in-method.ts';
import { invitationMail, passwordMail, verificationMail } from './mails.ts';
import { sessionTokens } from './session-tokens.ts';

export interface AuthOptions {
  readonly db: Installation;
  readonly secrets: AuthSecrets;
  /** The dashboard's URL, without a trailing slash. */
  readonly publicUrl: string;
  readonly mailer: Mailer;
  /** Whether people need a verified email soon after they sign up. */
  readonly verifiesOnSignUp: boolean;
  readonly logger: Logger;
  /** Null without single sign-on. */
  readonly sso?: OidcProvider | null;
}

/** Set by the server if an invitation must not be emailed. */
export const NO_MAIL_HEADER = 'x-leadline-no-mail';

/** By default, the library lists at most 100 invitations or sessions and hides the rest. */
const MAX_ROWS = 10_000;

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export type Auth = ReturnType<typeof makeAuth>;

export function makeAuth({
  db,
  secrets,
  publicUrl,
  mailer,
  verifiesOnSignUp,
  logger,
  sso = null,
}: AuthOptions) {
  const mailParts = { db, mailer, publicUrl, logger };
  const onMailFailure = (error: unknown): void => logger.error(describeError(error), 'failed to send email');
  /** In the background, so that response times don't reveal whether an email is registered. */
  const send = (mail: Mail): void => void mailer.send(mail).catch(onMailFailure);
  return betterAuth({
    appName: 'Leadline',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secrets: [...secrets],
    database: { db: db.withPlugin(new CamelCasePlugin()), type: 'postgres', transaction: true },
    logger: {
      level: 'warn',
      log: (level, message, ...rest) =>
        logger[level](
          { ...describeError(rest.find((value) => value instanceof Error)), by: 'better-auth' },
          message,
        ),
    },
    telemetry: { enabled: false },
    onAPIError: { throw: true }, // let our own handler log it; the library would include personal data
    rateLimit: { enabled: false }, // attempts.ts also counts by email, and across processes
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: notePasswordReset(mailParts),
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      sendResetPassword: async ({ user, token }) =>
        send(passwordMail(user.email, `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`)),
    },
    emailVerification: {
      sendOnSignUp: verifiesOnSignUp,
      expiresIn: DAY_SECONDS,
      // In the fragment, so that no proxy logs it.
      sendVerificationEmail: async ({ user, token }) =>
        send(verificationMail(user.email, `${publicUrl}/verify-email#token=${encodeURIComponent(token)}`)),
    },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: 14 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: {
        signInMethod: { type: 'string', required: false, input: false },
        secondFactorAt: { type: 'date', required: false, input: false },
        ssoCheckedAt: { type: 'date', required: false, input: false },
      },
    },
    databaseHooks: {
      account: {
        create: {
          after: (credential, ctx) => noteConnection(mailParts, credential, clientOf(ctx?.headers)),
        },
      },
      session: {
        create: {
          before: async (session, ctx) => ({
            data: keepActiveAccount(keepSecondFactor(keepSignInMethod(session, ctx), ctx), ctx),
          }),
        },
      },
    },
    hooks: { before: beforeCode(mailParts), after: afterCode(mailParts) },
    account: { modelName: 'credentials', fields: { accountId: 'providerUserId' } },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    advanced: {
      backgroundTasks: { handler: (task) => void task.catch(onMailFailure) },
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => randomUUIDv7(), validateSchema: false, defaultFindManyLimit: MAX_ROWS },
    },
    plugins: [
      sessionTokens,
      ssoPlugin(db, sso),
      twoFactor({
        issuer: 'Leadline',
        twoFactorTable: 'twoFactors',
        backupCodeOptions: { customBackupCodesGenerate: makeBackupCodes },
        accountLockout: { enabled: false }, // would lock out the owner; limit-codes.ts doesn't
      }),
      organization({
        allowUserToCreateOrganization: false, // see accounts/lifecycle/open-account.ts
        disableOrganizationDeletion: true,
        membershipLimit: MAX_MEMBERS,
        invitationLimit: MAX_MEMBERS, // open invitations
        cancelPendingInvitationsOnReInvite: true,
        // The link is proof enough: only the recipient and the owners have it.
        requireEmailVerificationOnInvitation: false,
        invitationExpiresIn: 7 * DAY_SECONDS,
        ac: createAccessControl(defaultStatements),
        roles: { owner: ownerAc, manager: memberAc, rep: memberAc, viewer: memberAc },
        schema: {
          session: { fields: { activeOrganizationId: 'activeAccountId' } },
          // Accounts have no slug; the library only looks them up by ID.
          organization: { modelName: 'accounts', fields: { slug: 'id' } },
          member: { modelName: 'members', fields: { organizationId: 'accountId' } },
          invitation: { modelName: 'invitations', fields: { organizationId: 'accountId' } },
        },
        sendInvitationEmail: async ({ id, email, inviter }, request) => {
          // The inviter can copy the link, so it isn't printed: it grants access for a week.
          if (request?.headers.has(NO_MAIL_HEADER) || mailer.way === 'printed') return;
          const url = `${publicUrl}/invitation/${id}`;
          send(invitationMail({ to: email, url, inviterEmail: inviter.user.email }));
        },
      }),
    ],
  });
}
