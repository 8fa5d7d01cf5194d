// Sessions, passwords, second factors, members and invitations, by better-auth. An account is its organization; accounts
// and keys themselves are made by us. What of it can be reached from outside is decided in http/routes/auth/.

import { hkdfSync, randomUUIDv7 } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { createAccessControl, organization, twoFactor } from 'better-auth/plugins';
import { defaultStatements, memberAc, ownerAc } from 'better-auth/plugins/organization/access';
import { CamelCasePlugin } from 'kysely';
import { MAX_MEMBERS } from '../accounts/member-limit.ts';
import { describeError, type Logger } from '../base/log.ts';
import type { Installation } from '../db/installation.ts';
import { makeBackupCodes } from './backup-codes.ts';
import { deletePendingLinks } from './delete-pending-links.ts';
import { keepActiveAccount } from './keep-active-account.ts';
import type { Mailer } from './mailer.ts';
import { hashPassword, isPassword } from './password.ts';
import { rejectUsedCode } from './reject-used-code.ts';

export interface AuthOptions {
  readonly db: Installation;
  readonly secretKey: string;
  /** Where people reach the dashboard, without a slash at its end. */
  readonly publicUrl: string;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

/** Set by us for each request; a caller's own is never passed on. */
export const CLIENT_ADDRESS_HEADER = 'x-leadline-client-address';
export const COOKIE_PREFIX = 'leadline';
const MIN_PASSWORD_LENGTH = 10;

/** Of invitations and sessions, where it lists all there are; its own hundred would hide some. */
const MAX_ROWS = 10_000;

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export type Auth = ReturnType<typeof makeAuth>;

export function makeAuth({ db, secretKey, publicUrl, mailer, logger }: AuthOptions) {
  return betterAuth({
    appName: 'Leadline',
    baseURL: publicUrl,
    basePath: '/api/auth',
    // Not the key itself: what seals webhooks signs no cookie.
    secret: Buffer.from(hkdfSync('sha256', secretKey, '', 'leadline sessions', 32)).toString('base64'),
    database: { db: db.withPlugin(new CamelCasePlugin()), type: 'postgres', transaction: true },
    logger: {
      level: 'warn',
      log: (level, message, ...rest) =>
        logger[level](
          { ...describeError(rest.find((each) => each instanceof Error)), by: 'better-auth' },
          message,
        ),
    },
    telemetry: { enabled: false },
    onAPIError: { throw: true }, // to our own handler: the library would write it to the console, data and all
    rateLimit: { enabled: false }, // by attempts.ts: for each email address too, and across processes
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => deletePendingLinks(db, user.id),
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      sendResetPassword: async ({ user, token }) =>
        mailer.send({
          to: user.email,
          subject: 'Choose a new password for Leadline',
          text: `Open this page within an hour to choose a new password:\n\n${publicUrl}/reset-password?token=${encodeURIComponent(token)}\n\nIf you did not ask for it, nothing needs to be done.`,
        }),
    },
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: 14 * DAY_SECONDS, updateAge: DAY_SECONDS },
    databaseHooks: { session: { create: { before: keepActiveAccount } } },
    hooks: { before: rejectUsedCode(db) },
    account: { modelName: 'credentials', fields: { accountId: 'providerUserId' } },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    advanced: {
      // Not waited for: how long a mail takes would tell whether an address is known.
      backgroundTasks: {
        handler: (task) =>
          void task.catch((error: unknown) => logger.error(describeError(error), 'a mail was not sent')),
      },
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => randomUUIDv7(), validateSchema: false, defaultFindManyLimit: MAX_ROWS },
    },
    plugins: [
      twoFactor({
        issuer: 'Leadline',
        twoFactorTable: 'twoFactors',
        backupCodeOptions: { customBackupCodesGenerate: makeBackupCodes },
      }),
      organization({
        allowUserToCreateOrganization: false, // see accounts/open-account.ts
        disableOrganizationDeletion: true,
        membershipLimit: MAX_MEMBERS,
        invitationLimit: MAX_MEMBERS, // that are open
        cancelPendingInvitationsOnReInvite: true,
        // Whoever has the link has the mail, or was given it by an owner; only owners are told its id.
        requireEmailVerificationOnInvitation: false,
        invitationExpiresIn: 7 * DAY_SECONDS,
        ac: createAccessControl(defaultStatements),
        roles: { owner: ownerAc, rep: memberAc, viewer: memberAc },
        schema: {
          session: { fields: { activeOrganizationId: 'activeAccountId' } },
          // It is asked for by its id alone.
          organization: { modelName: 'accounts', fields: { slug: 'id' } },
          member: { modelName: 'members', fields: { organizationId: 'accountId' } },
          invitation: { modelName: 'invitations', fields: { organizationId: 'accountId' } },
        },
        sendInvitationEmail: async ({ id, email, organization: { name }, inviter: { user } }) =>
          mailer.send({
            to: email,
            subject: `${user.name} invites you to ${name} on Leadline`,
            text: `Open this page within a week to join:\n\n${publicUrl}/invitation/${id}`,
          }),
      }),
    ],
  });
}
