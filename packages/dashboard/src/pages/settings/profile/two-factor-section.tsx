// Turns two-factor sign-in on and off.

import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useSession } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import { BackupCodesLeft } from './backup-codes-left.tsx';
import { TwoFactorOffDialog } from './two-factor-off-dialog.tsx';
import { TwoFactorOnDialog } from './two-factor-on-dialog.tsx';

export function TwoFactorSection() {
  const { user } = useSession();
  const [isTurningOn, on] = useDisclosure(false);
  const [isTurningOff, off] = useDisclosure(false);
  const isOn = user?.has_two_factor ?? false;
  return (
    <Section
      title="Two-factor sign-in"
      description="After your password, you enter a code from an app on your phone. A stolen password alone is not enough to sign in."
    >
      <Group gap="md">
        <Group gap="xs">
          {isOn ? (
            <IconShieldCheck size={20} stroke={1.6} color="var(--ll-success)" aria-hidden />
          ) : (
            <IconShieldOff size={20} stroke={1.6} aria-hidden />
          )}
          <Text fw={500}>{isOn ? 'On' : 'Off'}</Text>
        </Group>
        {isOn ? (
          <Button variant="default" onClick={off.open}>
            Turn off
          </Button>
        ) : (
          <Button onClick={on.open}>Turn on</Button>
        )}
      </Group>
      {isOn && <BackupCodesLeft />}
      <TwoFactorOnDialog opened={isTurningOn} onClose={on.close} />
      <TwoFactorOffDialog opened={isTurningOff} onClose={off.close} />
    </Section>
  );
}
