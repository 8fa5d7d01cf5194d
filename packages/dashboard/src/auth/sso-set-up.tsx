// Sets up an installation without passwords. Only the operator has the setup token, unlike everyone at the provider.

import { Stack } from '@mantine/core';
import { useState } from 'react';
import { AuthFrame } from './auth-frame.tsx';
import { SetupTokenInput } from './setup-token-input.tsx';
import { SsoButton } from './sso-button.tsx';

export function SsoSetUp({ next, linkedToken }: { readonly next: string; readonly linkedToken: string }) {
  const [setupToken, setSetupToken] = useState(linkedToken);
  return (
    <AuthFrame title="Set up Leadline" description="You’ll own this installation’s first account.">
      <Stack gap="md">
        <SetupTokenInput value={setupToken} onChange={(event) => setSetupToken(event.currentTarget.value)} />
        <SsoButton next={next} setupToken={setupToken.trim()} />
      </Stack>
    </AuthFrame>
  );
}
