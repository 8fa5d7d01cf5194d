// Notes in the session when the user gave their second factor. A session that replaces another keeps the note, unless
// two-factor sign-in was just turned off.

import type { GenericEndpointContext } from 'better-auth';
import { CODE_PATHS } from './code-paths.ts';

type Fields = Readonly<Record<string, unknown>>;

export function keepSecondFactor(session: Fields, ctx: GenericEndpointContext | null): Fields {
  // Only created there after a correct code.
  if (CODE_PATHS.includes(ctx?.path ?? '')) return { ...session, secondFactorAt: new Date() };
  const previous = ctx?.context.session?.session;
  const isKept = previous?.userId === session.userId && ctx?.path !== '/two-factor/disable';
  return { ...session, secondFactorAt: (isKept && previous?.secondFactorAt) || null };
}
