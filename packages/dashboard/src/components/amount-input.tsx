// A field for an amount of money that tells how it is read, before it is kept.

import { readAmount } from '@leadline/engine/amount';
import { Text, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { formatAmount } from './format-number.ts';

interface AmountInputProps {
  readonly description: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** It was sent and could not be read. */
  readonly isRefused: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function AmountInput({ description, value, onChange, isRefused, ref }: AmountInputProps) {
  const amount = readAmount(value);
  return (
    <div>
      <TextInput
        ref={ref}
        label="Amount"
        description={description}
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isRefused && 'Write it like 24000 or 24,000.50'}
        data-autofocus
      />
      <Text size="xs" c="dimmed" mt={4} mih={18} role="status" hidden={isRefused}>
        {amount !== null && `Reads as ${formatAmount(amount)}`}
      </Text>
    </div>
  );
}
