// Lists the keyboard shortcuts of the page and the shell.

import { Group, Modal, Stack, Switch, Text, Title } from '@mantine/core';
import { KeyHint } from '../components/key-hint.tsx';
import { useShortcutGroups, useShortcutsSwitch } from './shortcut-store.ts';

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const groups = useShortcutGroups();
  const [isOn, setOn] = useShortcutsSwitch();
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="lg">
        <Switch
          label="Single-key shortcuts"
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {groups.toReversed().map((group) => (
          <section key={group.name}>
            <Title order={3} mb={6}>
              {group.name}
            </Title>
            <Stack gap={6}>
              {group.shortcuts.map((shortcut) => (
                <Group key={shortcut.keys} justify="space-between" wrap="nowrap">
                  <Text size="sm">{shortcut.label}</Text>
                  <Text size="xs" c="dimmed">
                    <KeyHint keys={shortcut.keys} />
                  </Text>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
