// A deal value field that shows how the amount will be interpreted before it is saved.

import { readAmount } from '@leadline/engine/amount';
import { Button, Text, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { formatMoney } from '../components/format-number.ts';
import { useCurrency } from '../components/use-currency.ts';

interface DealValueInputProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isInvalid: boolean;
  readonly proposed?: number | null;
  readonly ref?: Ref<HTMLInputElement>;
}

export function DealValueInput(props: DealValueInputProps) {
  const { label = 'Deal value (optional)', value, onChange, isInvalid, proposed = null, ref } = props;
  const currency = useCurrency();
  const amount = readAmount(value);
  return (
    <div>
      <TextInput
        ref={ref}
        label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isInvalid && 'Enter an amount like 24000 or 24,000.50'}
        rightSection={
          currency !== null && (
            <Text span size="xs" c="dimmed">
              {currency}
            </Text>
          )
        }
        rightSectionWidth={48}
        rightSectionPointerEvents="none"
        data-autofocus
      />
      <Text size="xs" c="dimmed" mt={4} mih={18} role="status" hidden={isInvalid}>
        {amount !== null && currency !== null && `Reads as ${formatMoney(amount, currency)}`}
      </Text>
      {/* Offered, not filled in: a budget that nobody confirmed would count as revenue. */}
      {value === '' && proposed !== null && currency !== null && (
        <Button variant="subtle" size="compact-sm" ml={-9} onClick={() => onChange(String(proposed))}>
          Use {formatMoney(proposed, currency)}, the budget they stated
        </Button>
      )}
    </div>
  );
}
