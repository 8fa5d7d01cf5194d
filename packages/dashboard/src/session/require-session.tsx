// Redirects people to sign in, or to name their company if they have no account yet.

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from './next-path.ts';
import { useSession } from './use-session.ts';

export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { user, account } = useSession();
  const { pathname, search, hash } = useLocation();
  if (user === null) return <Navigate to={withNext(PAGES.signIn, pathname + search + hash)} replace />;
  if (account === null) return <Navigate to={PAGES.welcome} replace />;
  return children;
}
