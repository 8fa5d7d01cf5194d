// Signs in with the organization's identity provider, and says what went wrong there.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button, Divider, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { FormError } from '../components/form-error.tsx';
import { useSession } from '../session/use-session.ts';

interface Props {
  readonly next: string;
  /** Only for the first person. */
  readonly setupToken?: string;
}

export function SsoButton({ next, setupToken }: Props) {
  const { sso } = useSession();
  const [parameters] = useSearchParams();
  const start = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.signInSso, { next, setupToken }),
    onSuccess: ({ data }) => loadPage(data.url),
  });
  if (sso === null) return null;
  return (
    <Stack gap="md">
      <FormError error={start.error ?? describeSsoError(parameters.get('sso_error'))} />
      <Button
        variant={sso.only ? 'filled' : 'default'}
        leftSection={<IconKey size={18} aria-hidden />}
        fullWidth
        // Stays busy while the browser leaves the page.
        loading={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        Sign in with {sso.name}
      </Button>
      {!sso.only && <Divider label="or" />}
    </Stack>
  );
}

const FAILURES: Readonly<Record<string, string>> = {
  sso_unavailable: 'Your organization’s sign-in service can’t be reached. Try again in a moment.',
  sso_login_required: 'Your organization’s sign-in service wants you to sign in again.',
  sso_denied: 'Your organization’s sign-in service did not let you in. Ask its administrator.',
  sso_email_unverified:
    'Your organization’s sign-in service has not confirmed your email. Ask its administrator.',
  sso_email_taken:
    'A user with your email exists here, but the email isn’t confirmed. Sign in with your password and confirm it first.',
  sso_domain_not_allowed: 'People with your email’s domain can’t sign in here.',
  sign_up_closed: 'You need an invitation to join. Ask an owner of your company’s account to invite you.',
  invalid_setup_token:
    'The setup token is wrong, has expired or was used. Run “leadline setup-token” for a new one.',
  too_many_sign_ups: 'Too many people have signed up from here. Try again later.',
  too_many_attempts: 'Too many attempts. Try again in a few minutes.',
};

function describeSsoError(code: string | null): string | null {
  if (code === null) return null;
  return FAILURES[code] ?? 'Single sign-on failed. Try again.';
}
