// The way out on pages without the user menu.

import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { refreshSession } from '../session/use-session.ts';

export function SignOutLink() {
  const signOut = useMutation({
    mutationFn: async () => {
      await call('POST', '/api/auth/sign-out', {});
      await refreshSession();
    },
  });
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut.mutate()}>
      Sign out
    </Anchor>
  );
}
