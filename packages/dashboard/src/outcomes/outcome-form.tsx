// Asks for the details of an outcome: deal value or reason, both optional.

import { MAX_REASON_LENGTH } from '@leadline/contract/limits';
import { readAmount } from '@leadline/engine/amount';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormError } from '../components/form-error.tsx';
import { DealValueInput } from './deal-value-input.tsx';
import { LostReasons } from './lost-reasons.tsx';
import type { OutcomeChange } from './outcome-change.ts';

export interface OutcomeFormProps {
  readonly outcome: 'won' | 'lost';
  /** Many leads can share a reason, but every deal has its own value. */
  readonly isForMany?: boolean;
  /** A likely deal value, such as the lead's budget. */
  readonly proposedValue?: number | null;
  readonly isPending?: boolean;
  readonly error?: unknown;
  readonly onSubmit: (change: OutcomeChange) => void;
  readonly onCancel: () => void;
}

export function OutcomeForm(props: OutcomeFormProps) {
  const { outcome, isForMany = false, isPending = false, error = null, onSubmit, onCancel } = props;
  const proposed = outcome === 'won' && !isForMany ? (props.proposedValue ?? null) : null;
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The button loses focus while loading, so after a failure the focus goes to the field.
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const details = text.trim();
    const amount = readAmount(details);
    if (details === '') onSubmit({ outcome });
    else if (outcome === 'lost') onSubmit({ outcome, reason: details });
    else if (amount !== null) onSubmit({ outcome, amount });
    else {
      setInvalid(true);
      field.current?.focus();
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {outcome === 'won' && !isForMany && (
          <DealValueInput
            ref={field}
            value={text}
            onChange={(changed) => {
              setText(changed);
              setInvalid(false);
            }}
            isInvalid={isInvalid}
            proposed={proposed}
          />
        )}
        {outcome === 'lost' && (
          <>
            <TextInput
              ref={field}
              label="Reason (optional)"
              maxLength={MAX_REASON_LENGTH}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
            <LostReasons value={text} onChoose={setText} />
          </>
        )}
        <FormError error={error} />
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            size="xs"
            type="submit"
            loading={isPending}
            data-autofocus={outcome === 'won' && isForMany ? true : undefined}
          >
            {outcome === 'won' ? 'Mark as won' : 'Mark as lost'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
