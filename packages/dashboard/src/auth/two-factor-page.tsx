// The second step of signing in: a code from the authenticator app, or a backup code.

import { Navigate } from 'react-router';
import { TextLink } from '../components/text-link.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { withNext } from '../session/next-path.ts';
import { useSession } from '../session/use-session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { useNextPath } from './use-next-path.ts';

export function TwoFactorPage() {
  const { user } = useSession();
  const next = useNextPath();
  if (user !== null) return <Navigate to={next} replace />;
  return (
    <AuthFrame
      title="Two-factor sign-in"
      footer={<TextLink to={withNext(PAGES.signIn, next)}>Back to sign in</TextLink>}
    >
      <CodeForm />
    </AuthFrame>
  );
}
