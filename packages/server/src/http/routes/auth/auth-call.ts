// A better-auth call that the dashboard may make, and the checks we add to it.

import type { AttemptCounter } from '../../../auth/attempts.ts';
import type { TeamAction } from '../../../auth/audit-team.ts';
import type { Mailer } from '../../../auth/mailer.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions.ts';
import type { SignUp } from '../../../auth/sign-up-policy.ts';
import type { SsoConfig } from '../../../auth/sso/sso-config.ts';
import type { Logger } from '../../../base/log.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
  readonly logger: Logger;
  /** Null without single sign-on. */
  readonly sso: Pick<SsoConfig, 'name' | 'isOnly'> | null;
}

/** Anyone can make us read these bodies, and none of them is long. */
export const MAX_AUTH_BODY_BYTES = 16 * 1024;

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
  /** The minimum role in the session's account, which the call always applies to. Without it, anyone can make the
   * call. */
  readonly role?: 'viewer' | 'owner';
  readonly audit?: TeamAction;
  readonly tidyFields?: (fields: Fields) => Fields;
  /** These three checks throw if they fail. The first one runs before any database query. */
  readonly checkSetup?: (parts: AuthParts) => void;
  readonly checkBeforeCounting?: (context: CallContext) => Promise<void>;
  readonly checkAfterCounting?: (context: CallContext) => Promise<void>;
  readonly onSuccess?: (context: CallContext, answer: Fields) => Promise<void>;
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
