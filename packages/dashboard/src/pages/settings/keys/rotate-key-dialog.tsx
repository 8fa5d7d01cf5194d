// Replaces a key with a new one. The old one can keep working for a while.

import type { ApiKey } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { keysQuery } from '../../../api/keys-query.ts';
import { FormError } from '../../../components/form-error.tsx';
import { ShownKey } from './shown-key.tsx';

const GRACES: readonly { readonly hours: number; readonly label: string; readonly result: string }[] = [
  { hours: 0, label: 'Immediately', result: 'The old key no longer works.' },
  { hours: 1, label: 'In 1 hour', result: 'The old key expires in 1 hour.' },
  { hours: 24, label: 'In 24 hours', result: 'The old key expires in 24 hours.' },
  { hours: 168, label: 'In 7 days', result: 'The old key expires in 7 days.' },
];

interface RotateKeyDialogProps {
  readonly opened: boolean;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RotateKeyDialog({ opened, apiKey, onClose }: RotateKeyDialogProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setIsShown(false)}
      title={`Rotate “${apiKey.name}”`}
      // The key is only shown once, so a stray click or keypress must not close the dialog.
      closeOnClickOutside={false}
      closeOnEscape={!isShown}
    >
      <Rotation apiKey={apiKey} onShown={() => setIsShown(true)} onClose={onClose} />
    </Modal>
  );
}

interface RotationProps {
  readonly apiKey: ApiKey;
  readonly onShown: () => void;
  readonly onClose: () => void;
}

function Rotation({ apiKey, onShown, onClose }: RotationProps) {
  const queryClient = useQueryClient();
  const [graceHours, setGraceHours] = useState(24);
  const rotate = useMutation({
    mutationFn: async () =>
      (
        await call('POST', fillPath(PATHS.keyRotate, { id: apiKey.key_id }), {
          grace_hours: graceHours,
        })
      ).data,
    onSuccess: () => {
      onShown();
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    rotate.mutate();
  }
  if (rotate.data !== undefined) {
    return (
      <ShownKey secret={rotate.data.key} scope={apiKey.scope} onDone={onClose}>
        <Text>{GRACES.find(({ hours }) => hours === graceHours)?.result}</Text>
      </ShownKey>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          You’ll get a new key of the same type
          {apiKey.expires_at !== null && ', which lives as long as this one was meant to'}. Replace the old
          key everywhere before it expires.
        </Text>
        <FormError error={rotate.error} />
        <Radio.Group
          label="Expire the old key"
          value={String(graceHours)}
          onChange={(hours) => setGraceHours(Number(hours))}
        >
          <Stack gap="xs" mt={4}>
            {GRACES.map(({ hours, label }) => (
              <Radio key={hours} value={String(hours)} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rotate.isPending}>
            Rotate key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
