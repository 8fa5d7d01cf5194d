// Creates a key and shows it once.

import type { KeyBody, KeyScope } from '@leadline/contract';
import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { keysQuery } from '../../../api/keys-query.ts';
import { FormError } from '../../../components/form-error.tsx';
import { validateFilled } from '../../../components/validate.ts';
import { type Expiry, ExpiryField, NEVER, toExpiresAt, validateExpiry } from './expiry-field.tsx';
import { SCOPE_DESCRIPTIONS, SCOPE_LABELS } from './scope-labels.ts';
import { ShownKey } from './shown-key.tsx';

const SCOPES: readonly KeyScope[] = ['send', 'read', 'intake', 'api'];

interface NewKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function NewKeyDialog({ opened, onClose }: NewKeyDialogProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setIsShown(false)}
      title="Create a key"
      // The key is only shown once, so a stray click or keypress must not close the dialog.
      closeOnClickOutside={false}
      closeOnEscape={!isShown}
    >
      <NewKey onShown={() => setIsShown(true)} onClose={onClose} />
    </Modal>
  );
}

interface FormValues extends Required<Omit<KeyBody, 'expires_at'>> {
  readonly expiry: Expiry;
}

interface NewKeyProps {
  readonly onShown: () => void;
  readonly onClose: () => void;
}

function NewKey({ onShown, onClose }: NewKeyProps) {
  const queryClient = useQueryClient();
  const form = useForm<FormValues>({
    initialValues: { name: '', scope: 'send', mode: 'live', expiry: NEVER },
    validate: {
      name: validateFilled('a name'),
      expiry: (expiry) => validateExpiry(expiry, new Date()),
    },
  });
  const create = useMutation({
    mutationFn: async (body: KeyBody) => (await call('POST', PATHS.keys, body)).data,
    onSuccess: () => {
      onShown();
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  if (create.data !== undefined) {
    return <ShownKey secret={create.data.key} scope={form.values.scope} onDone={onClose} />;
  }
  return (
    <form
      onSubmit={form.onSubmit(({ name, expiry, ...rest }) => {
        const expires_at = toExpiresAt(expiry, new Date());
        create.mutate({ name: name.trim(), ...rest, ...(expires_at === undefined ? {} : { expires_at }) });
      })}
      noValidate
    >
      <Stack gap="md">
        <FormError error={create.error} />
        <TextInput
          label="Name"
          description="So you know later where it’s used"
          placeholder="Website"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label="Access" {...form.getInputProps('scope')}>
          <Stack gap="xs" mt={4}>
            {SCOPES.map((scope) => (
              <Radio
                key={scope}
                value={scope}
                label={SCOPE_LABELS[scope]}
                description={SCOPE_DESCRIPTIONS[scope]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group label="Mode" {...form.getInputProps('mode')}>
          <Stack gap="xs" mt={4}>
            <Radio value="live" label="Live" description="Shown in the inbox; counts toward your plan" />
            <Radio value="test" label="Test" description="Kept separate; doesn’t count toward your plan" />
          </Stack>
        </Radio.Group>
        <ExpiryField
          value={form.values.expiry}
          onChange={(expiry) => form.setFieldValue('expiry', expiry)}
          error={typeof form.errors.expiry === 'string' ? form.errors.expiry : null}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
