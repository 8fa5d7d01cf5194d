// Chooses the key for the examples, or creates one.

import type { ApiKey } from '@leadline/contract';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { CopyField } from '../../components/copy-field.tsx';
import type { Scope } from './guide-props.ts';
import { KeyForm } from './key-form.tsx';
import type { ChosenKey, CreatedKey } from './use-keys.ts';

interface KeyChooserProps {
  readonly scope: Scope;
  /** The default name of a new key. */
  readonly suggestedName: string;
  /** What it has to begin with, if anything. */
  readonly prefix: string | null;
  /** Those of the tool. */
  readonly keys: readonly ApiKey[];
  readonly chosen: ChosenKey;
  /** The key or placeholder shown in the examples. */
  readonly secret: string;
  readonly onChoose: (keyId: string) => void;
  readonly onCreated: (created: CreatedKey) => void;
}

export function KeyChooser(props: KeyChooserProps) {
  const { scope, keys, chosen, onChoose, onCreated, suggestedName } = props;
  const [isCreating, creating] = useDisclosure(false);
  const options = keys.map(({ key_id, name, hint, mode }) => ({
    value: key_id,
    label: `${name} (${mode === 'test' ? 'test, ' : ''}…${hint})`,
  }));
  const label = scope === 'api' ? 'API key' : 'Intake key';
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        {options.length > 0 && (
          <NativeSelect
            label={label}
            data={options}
            value={chosen.keyId}
            onChange={(event) => onChoose(event.currentTarget.value)}
            maw={320}
            flex={1}
          />
        )}
        {!isCreating && (
          <Button
            variant={options.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={creating.open}
            aria-expanded={false}
          >
            {scope === 'api' ? 'Create an API key' : 'Create an intake key'}
          </Button>
        )}
      </Group>
      {isCreating && (
        <KeyForm
          key={suggestedName}
          scope={scope}
          suggestedName={suggestedName}
          prefix={props.prefix}
          onCancel={creating.close}
          onCreated={(key) => {
            creating.close();
            onCreated(key);
          }}
        />
      )}
      {chosen.key === null ? (
        <Text size="sm" c="dimmed">
          {describePlaceholder(props, options.length > 0)}
        </Text>
      ) : (
        <CopyField
          label={`${label} “${chosen.name}”`}
          description={
            scope === 'api'
              ? 'It can only send leads. Shown only once: copy it, or copy an example below, which contains it.'
              : 'It can only send leads. Owners can see it again at any time.'
          }
          value={chosen.key}
          what="key"
        />
      )}
    </Stack>
  );
}

function describePlaceholder({ scope, secret, suggestedName }: KeyChooserProps, hasKeys: boolean): string {
  if (hasKeys && scope === 'intake') return 'This key can’t be shown again. Create a new one.';
  if (hasKeys)
    return `Replace ${secret} with your key. Keys are only shown when they are created. If you no longer have it, create another one.`;
  return scope === 'api'
    ? `There is no key for ${suggestedName} yet. Create one that can only send leads, and the examples below will contain it.`
    : 'An intake key is part of a URL and can only send leads. Create one for each form.';
}
