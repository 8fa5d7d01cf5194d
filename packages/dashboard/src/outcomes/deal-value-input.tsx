// A deal value field that shows how the amount will be interpreted before it is saved.

import { readAmount } from '@leadline/engine/amount';
import { Text, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { formatAmount } from '../components/format-number.ts';

interface DealValueInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isInvalid: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function DealValueInput({ value, onChange, isInvalid, ref }: DealValueInputProps) {
  const amount = readAmount(value);
  return (
    <div>
      <TextInput
        ref={ref}
        label="Deal value (optional)"
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isInvalid && 'Enter an amount like 24000 or 24,000.50'}
        data-autofocus
      />
      <Text size="xs" c="dimmed" mt={4} mih={18} role="status" hidden={isInvalid}>
        {amount !== null && `Reads as ${formatAmount(amount)}`}
      </Text>
    </div>
  );
}
