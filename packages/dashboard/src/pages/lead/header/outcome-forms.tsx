// The two small forms behind Won and Lost. What they ask for is welcome, and never needed.

import type { OutcomeBody } from '@leadline/contract';
import { readAmount } from '@leadline/engine/amount';
import { Button, Popover, Stack, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { AmountInput } from '../../../components/amount-input.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { MAX_REASON_LENGTH } from '../../../components/longest-reason.ts';

interface OutcomePopoverProps {
  readonly label: 'Won' | 'Lost';
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly children: ReactNode;
}

export function OutcomePopover({ label, opened, onChange, children }: OutcomePopoverProps) {
  const Icon = label === 'Won' ? IconCircleCheck : IconCircleX;
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      width={280}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => onChange(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}

interface OutcomeFormProps {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onRecord: (body: OutcomeBody) => void;
}

/** A button that waits is switched off and loses the focus; after a refusal the keyboard goes on in the field. */
function useFocusAfter<Field extends HTMLElement>(error: unknown): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  return field;
}

export function WonForm({ isPending, error, onRecord }: OutcomeFormProps) {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const field = useFocusAfter<HTMLInputElement>(error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const amount = readAmount(text);
    if (amount !== null || text.trim() === '') onRecord({ outcome: 'won', amount });
    else {
      setRefused(true);
      field.current?.focus();
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <AmountInput
          ref={field}
          description="Optional: what the deal is worth"
          value={text}
          onChange={(changed) => {
            setText(changed);
            setRefused(false);
          }}
          isRefused={isRefused}
        />
        <FormError error={error} />
        <Button type="submit" loading={isPending}>
          Mark as won
        </Button>
      </Stack>
    </form>
  );
}

export function LostForm({ isPending, error, onRecord }: OutcomeFormProps) {
  const [reason, setReason] = useState('');
  const field = useFocusAfter<HTMLTextAreaElement>(error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onRecord({ outcome: 'lost', reason: reason.trim() === '' ? null : reason.trim() });
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          ref={field}
          label="Reason"
          description="Optional: why it was lost"
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <FormError error={error} />
        <Button type="submit" loading={isPending}>
          Mark as lost
        </Button>
      </Stack>
    </form>
  );
}
