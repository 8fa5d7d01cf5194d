// Read-only text that can be copied with a button or by hand.

import { TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly what?: string;
  /** Hides the button, because the text is incomplete. */
  readonly isPartial?: boolean;
}

export function CopyField({ label, value, description, what = 'text', isPartial = false }: CopyFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      rightSection={!isPartial && <CopyButton value={value} what={what} />}
    />
  );
}
