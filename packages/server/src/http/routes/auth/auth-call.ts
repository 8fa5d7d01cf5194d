// A better-auth call that the dashboard may make, and the checks we add to it.

import type { AttemptCounter } from '../../../auth/security/attempts.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions/sessions.ts';
import type { SsoConfig } from '../../../auth/sso/sso-config.ts';
import type { TeamAction } from '../../../auth/users/audit-team.ts';
import type { SignUp } from '../../../auth/users/sign-up-policy.ts';
import type { Logger } from '../../../platform/base/log.ts';
import type { Mailer } from '../../../platform/email/mailer.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Null without single sign-on. */
  readonly sso: Pick<SsoConfig, 'name' | 'isOnly'> | null;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Whose attempts are counted, in addition to the network they come from. */
export type About = 'email' | 'reset' | 'verified' | 'user' | 'newcomer' | 'nobody';

/** Calls, keyed by their path below /api/auth. */
export type Calls = Readonly<Record<string, Call>>;

export interface Call {
  readonly method: 'GET' | 'POST';
  /** The fields we pass on to the library, which would accept more. */
  readonly takes?: readonly string[];
  /** Fields for our own checks only. */
  readonly reads?: readonly string[];
  /** Whether it hashes a password, which is expensive. */
  readonly hashes?: true;
  /** The field with a new password, which must not be easy to guess. */
  readonly choosesPassword?: 'password' | 'newPassword';
  /** Without this, attempts are not limited. */
  readonly counts?: About;
  /** The minimum role in the session's account, which the call always applies to. Without it
   * and without `needsSession`, anyone can make the call. */
  readonly role?: 'viewer' | 'owner';
  /** Whether it needs a session, which may have no account yet. Its body isn't read without one. */
  readonly needsSession?: true;
  readonly audit?: TeamAction;
  /** Whether users with two-factor sign-in have to send a `code` as well. A password alone must not be enough to get rid of
   * the second factor. */
  readonly confirmsCode?: true;
  /** Whether users with two-factor sign-in need to have given it in this session. */
  readonly needsSecondFactor?: true;
  /** Whether people can make it with a session that the identity provider has to confirm first. */
  readonly worksUnconfirmed?: true;
  readonly tidyFields?: (fields: Fields) => Fields;
  /** These three checks throw if they fail. The first one runs before any database query. */
  readonly checkSetup?: (parts: AuthParts) => void;
  readonly checkBeforeCounting?: (context: CallContext) => Promise<void>;
  readonly checkAfterCounting?: (context: CallContext) => Promise<void>;
  readonly onSuccess?: (context: CallContext, answer: Fields) => Promise<void>;
  /** Instead of asking the library. */
  readonly answer?: (context: CallContext) => Promise<object>;
  /** Adds to the library's response. */
  readonly extendAnswer?: (context: CallContext) => Fields;
}

export interface CallContext {
  readonly parts: AuthParts;
  readonly sessions: Sessions;
  readonly fields: Fields;
  readonly signedIn: SignedIn | null;
  /** Of the browser that makes the call. Null if it never signed in. */
  readonly deviceToken: string | null;
  /** Counters for the person the call is about. */
  readonly own: readonly AttemptCounter[];
  /** The client's network. */
  readonly network: string;
  /** Checks add counters here that only successful calls should count in. */
  readonly refundable: AttemptCounter[];
  /** A check sets this if no email may be sent. */
  isMailWithheld: boolean;
}
