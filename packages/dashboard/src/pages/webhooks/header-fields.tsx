// Names and values of the headers that an endpoint gets with each delivery. Stored values aren't shown; leaving a field
// empty keeps them.

import type { CustomHeader, Endpoint } from '@leadline/contract';
import {
  MAX_WEBHOOK_HEADER_NAME_LENGTH,
  MAX_WEBHOOK_HEADER_VALUE_LENGTH,
  MAX_WEBHOOK_HEADERS,
} from '@leadline/contract/limits';
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';

interface HeaderFieldsProps {
  readonly headers: readonly CustomHeader[];
  /** As stored. */
  readonly stored: Endpoint['headers'];
  readonly error: string | null;
  readonly onChange: (headers: CustomHeader[]) => void;
}

export function HeaderFields({ headers, stored, error, onChange }: HeaderFieldsProps) {
  const change = (index: number, header: CustomHeader): void =>
    onChange(headers.map((other, place) => (place === index ? header : other)));
  return (
    <Input.Wrapper
      component="fieldset"
      label="Headers"
      labelElement="div"
      description="Sent with each delivery, such as Authorization. Values are stored encrypted and can’t be read again."
      error={error}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
      aria-label="Headers"
    >
      <Stack gap={6} mt={6}>
        {headers.map((header, index) => {
          const hint = stored.find(({ name }) => name.toLowerCase() === header.name.toLowerCase())?.hint;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are only edited in place
            <Group key={index} gap={6} wrap="nowrap">
              <TextInput
                aria-label={`Name of header ${index + 1}`}
                placeholder="Authorization"
                maxLength={MAX_WEBHOOK_HEADER_NAME_LENGTH}
                autoComplete="off"
                spellCheck={false}
                value={header.name}
                onChange={(event) => change(index, { ...header, name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Value of header ${index + 1}`}
                placeholder={hint === undefined ? 'Bearer …' : `Unchanged${hint === '' ? '' : ` (…${hint})`}`}
                maxLength={MAX_WEBHOOK_HEADER_VALUE_LENGTH}
                autoComplete="off"
                spellCheck={false}
                flex={1}
                value={header.value ?? ''}
                onChange={(event) => change(index, { ...header, value: event.currentTarget.value })}
              />
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => onChange(headers.filter((_, place) => place !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        {headers.length < MAX_WEBHOOK_HEADERS && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange([...headers, { name: '', value: '' }])}
            >
              Add header
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** Rows without a name are left out, and so are values that stay as they are. */
export const toHeaders = (headers: readonly CustomHeader[]): CustomHeader[] =>
  headers
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }) => ({
      name: name.trim(),
      ...(value === undefined || value.trim() === '' ? {} : { value: value.trim() }),
    }));
