// A better-auth call that the dashboard may make, and what we check around it.

import type { AttemptCounter } from '../../../auth/attempts.ts';
import type { TeamAction } from '../../../auth/audit-team.ts';
import type { Mailer } from '../../../auth/mailer.ts';
import type { Sessions, SignedIn } from '../../../auth/sessions.ts';
import type { SignUp } from '../../../auth/sign-up-policy.ts';
import type { Logger } from '../../../base/log.ts';

export interface AuthParts {
  readonly signUp: SignUp;
  readonly mailer: Mailer;
  readonly logger: Logger;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Who attempts are counted against, besides the network they come from. */
export type About = 'email' | 'mailed' | 'user' | 'invited' | 'newcomer' | 'nobody';

/** Calls by their path below /api/auth. */
export type Calls = Readonly<Record<string, Call>>;

export interface Call {
  readonly method: 'GET' | 'POST';
  /** The fields to pass on. The library would accept more. */
  readonly takes?: readonly string[];
  /** Calls without it are not limited. */
  readonly counts?: About;
  /** The minimum role in the session's account; the call always applies to that account. Without it, anyone may call. */
  readonly role?: 'viewer' | 'owner';
  readonly audit?: TeamAction;
  readonly tidyFields?: (fields: Fields) => Fields;
  /** These three checks throw. The first runs before any database query. */
  readonly checkSetup?: (parts: AuthParts) => void;
  readonly checkBeforeCounting?: (context: CallContext) => Promise<void>;
  readonly checkAfterCounting?: (context: CallContext) => Promise<void>;
  readonly onSuccess?: (context: CallContext) => Promise<void>;
}

export interface CallContext {
  readonly parts: AuthParts;
  readonly sessions: Sessions;
  readonly fields: Fields;
  readonly signedIn: SignedIn | null;
  /** Counters of the person the call is about. */
  readonly own: readonly AttemptCounter[];
}
