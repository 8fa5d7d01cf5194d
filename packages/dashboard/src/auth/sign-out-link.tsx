// A sign-out link for pages without the user menu.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { reloadPage } from '../api/load-page.ts';
import { forgetNoteDrafts } from '../work/note-draft.ts';

export function SignOutLink() {
  const signOut = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.signOut, {}),
    // Reloads so that no data stays in memory for the next person.
    onSuccess: () => {
      forgetNoteDrafts();
      reloadPage();
    },
  });
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={() => signOut.mutate()}>
      Sign out
    </Anchor>
  );
}
