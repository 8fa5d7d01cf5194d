// One call of better-auth that the dashboard may make, and what we do around it.

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

/** Who a call is about, besides the address it comes from: attempts are counted against both. */
export type About = 'email' | 'mailed' | 'user' | 'invited' | 'newcomer' | 'nobody';

/** By its path below /api/auth. */
export type Calls = Readonly<Record<string, Call>>;

export interface Call {
  readonly method: 'GET' | 'POST';
  /** The fields that are passed on. The library accepts more, and looks up whatever it is given. */
  readonly takes?: readonly string[];
  /** Without it, the call may be made any number of times. */
  readonly counts?: About;
  /** The least role in the session's account, which is the one that is meant whatever they name. Without it, anybody may call. */
  readonly role?: 'viewer' | 'owner';
  readonly audit?: TeamAction;
  readonly tidyFields?: (fields: Fields) => Fields;
  /** These three throw. The first runs before the database is asked anything. */
  readonly checkSetup?: (parts: AuthParts) => void;
  readonly checkBeforeCounting?: (made: CallContext) => Promise<void>;
  readonly checkAfterCounting?: (made: CallContext) => Promise<void>;
  readonly onSuccess?: (made: CallContext) => Promise<void>;
}

export interface CallContext {
  readonly parts: AuthParts;
  readonly sessions: Sessions;
  readonly fields: Fields;
  readonly signedIn: SignedIn | null;
  /** Attempts counted against who it is about. */
  readonly own: readonly AttemptCounter[];
}
