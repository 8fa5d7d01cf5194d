// Notifications of the browser. Choosing one asks for permission; nothing else does.

import type { AlertChoices } from '@leadline/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import {
  askForPermission,
  type Permission,
  useNotificationPermission,
} from '../../../alerts/notification-permission.ts';
import { Section } from '../section.tsx';
import { ChannelFields } from './channel-fields.tsx';
import type { ChoicesProps } from './use-save-choices.ts';

const STATES: Readonly<Record<Permission, string>> = {
  granted: 'This browser shows notifications.',
  denied: 'This browser blocks notifications. Allow them for this site in the browser’s settings.',
  default: 'This browser hasn’t been asked for permission yet.',
  unavailable:
    'This browser can’t show notifications here. They need HTTPS and a browser that supports them.',
};

export function BrowserSection({ choices, onChange }: ChoicesProps) {
  const permission = useNotificationPermission();
  function change(browser: AlertChoices['browser']): void {
    onChange({ browser });
    void askForPermission();
  }
  return (
    <Section
      title="Browser notifications"
      description="Shown while a tab with Leadline is open, also in the background. You won’t get them while the browser is closed."
    >
      <Stack gap="md">
        <ChannelFields
          channel={choices.browser}
          onChange={change}
          isDisabled={permission === 'unavailable'}
        />
        <Stack gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {STATES[permission]}
          </Text>
          {permission === 'default' && (
            <Group>
              <Button variant="default" onClick={() => void askForPermission()}>
                Allow notifications
              </Button>
            </Group>
          )}
        </Stack>
      </Stack>
    </Section>
  );
}
