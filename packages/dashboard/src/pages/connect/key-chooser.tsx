// Which key the examples are written with; owners make one right here.

import type { ApiKey } from '@leadline/contract';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { CopyField } from '../../components/copy-field.tsx';
import { useCan } from '../../session/use-session.ts';
import type { Scope } from './guide-props.ts';
import { KeyForm } from './key-form.tsx';
import type { MadeKey } from './use-keys.ts';

interface KeyChooserProps {
  readonly scope: Scope;
  /** What a new key is called unless it is given another name. */
  readonly suggestedName: string;
  readonly keys: readonly ApiKey[];
  readonly chosenId: string;
  /** The chosen key itself, when it was made just now. */
  readonly made: MadeKey | null;
  /** What stands for the key in the examples. */
  readonly secret: string;
  readonly onChoose: (keyId: string) => void;
  readonly onMade: (made: MadeKey) => void;
}

export function KeyChooser(props: KeyChooserProps) {
  const { scope, keys, chosenId, made, onChoose, onMade, suggestedName } = props;
  const [isMaking, making] = useDisclosure(false);
  const mayMake = useCan('owner');
  const options = keys
    .filter((key) => key.scope === scope)
    .map(({ key_id, name, hint, mode }) => ({
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
            value={chosenId}
            onChange={(event) => onChoose(event.currentTarget.value)}
            maw={320}
            flex={1}
          />
        )}
        {mayMake && !isMaking && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={making.open}
            aria-expanded={false}
          >
            {scope === 'api' ? 'Create an API key' : 'Create an intake key'}
          </Button>
        )}
      </Group>
      {isMaking && (
        <KeyForm
          key={suggestedName}
          scope={scope}
          suggestedName={suggestedName}
          onCancel={making.close}
          onMade={(key) => {
            making.close();
            onMade(key);
          }}
        />
      )}
      {made === null ? (
        <Text size="sm" c="dimmed">
          {tellPlaceholder(props, options.length > 0, mayMake)}
        </Text>
      ) : (
        <CopyField
          label={`The key “${made.name}”`}
          description="Shown only now: copy it, or copy an example below that has it in it."
          value={made.key}
          what="key"
        />
      )}
    </Stack>
  );
}

function tellPlaceholder({ scope, secret }: KeyChooserProps, hasKeys: boolean, mayMake: boolean): string {
  if (hasKeys)
    return `Put the whole key in place of ${secret}. A key is shown once, when it is created${mayMake ? '; create another if nobody kept it, and it stands in the examples below' : ''}.`;
  if (!mayMake) return 'There is no such key yet. Ask an owner of the account to create one.';
  return scope === 'api'
    ? 'There is no such key yet. Create one, and it stands in the examples below.'
    : 'An intake key stands in the address and can send leads, nothing else. Create one for each form.';
}
