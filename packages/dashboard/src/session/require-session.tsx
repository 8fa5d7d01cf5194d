// Redirects people to sign in, to name their company if they have no account yet, or to turn on two-factor sign-in if
// their account requires it.

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from './next-path.ts';
import { useSession } from './use-session.ts';

export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { user, account, needs_two_factor: needsTwoFactor } = useSession();
  const { pathname, search, hash } = useLocation();
  if (user === null) return <Navigate to={withNext(PAGES.signIn, pathname + search + hash)} replace />;
  if (account === null) return <Navigate to={PAGES.welcome} replace />;
  if (needsTwoFactor)
    return <Navigate to={withNext(PAGES.setUpTwoFactor, pathname + search + hash)} replace />;
  return children;
}
