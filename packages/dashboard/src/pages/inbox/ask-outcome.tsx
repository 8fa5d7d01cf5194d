// Asks for what may be said about an outcome; nothing of it has to be.

import type { ListedLead } from '@leadline/contract';
import { readAmount } from '@leadline/engine/amount';
import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { AmountInput } from '../../components/amount-input.tsx';
import { MAX_REASON_LENGTH } from '../../components/longest-reason.ts';
import { nameLead } from '../../components/name-lead.ts';
import type { Decision } from './decide-leads.ts';

export interface Question {
  readonly outcome: 'won' | 'lost';
  readonly leads: readonly ListedLead[];
  /** Where it is asked: beside the lead, or at the bar of the selection. */
  readonly at: 'row' | 'bar';
}

interface AskOutcomeProps {
  readonly question: Question;
  readonly onAnswer: (decision: Decision) => void;
  readonly onClose: () => void;
  /** Where the popover hangs. */
  readonly anchorClass: string | undefined;
  readonly anchorTop?: number;
}

export function AskOutcome({ question, onAnswer, onClose, anchorClass, anchorTop }: AskOutcomeProps) {
  const { outcome, leads } = question;
  const [only] = leads;
  const who = leads.length === 1 && only !== undefined ? nameLead(only) : `${leads.length} leads`;
  return (
    <Popover
      opened
      onChange={(isOpen) => isOpen || onClose()}
      withRoles={false}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <span
          className={anchorClass}
          style={anchorTop === undefined ? undefined : { top: anchorTop }}
          aria-hidden
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Mark ${who} as ${outcome}`}>
        <Text fw={600} size="sm" mb="xs" lineClamp={2}>
          Mark {who} as {outcome}
        </Text>
        <Answer outcome={outcome} isOfMany={leads.length > 1} onAnswer={onAnswer} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface AnswerProps {
  readonly outcome: 'won' | 'lost';
  /** Each deal has an amount of its own, but a reason may be the same. */
  readonly isOfMany: boolean;
  readonly onAnswer: (decision: Decision) => void;
  readonly onClose: () => void;
}

function Answer({ outcome, isOfMany, onAnswer, onClose }: AnswerProps) {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const amountInput = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const said = text.trim();
    const amount = readAmount(said);
    if (said === '') onAnswer({ outcome });
    else if (outcome === 'lost') onAnswer({ outcome, reason: said });
    else if (amount !== null) onAnswer({ outcome, amount });
    else {
      setRefused(true);
      amountInput.current?.focus();
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {outcome === 'won' && !isOfMany && (
          <AmountInput
            ref={amountInput}
            description="What it brings in. Optional."
            value={text}
            onChange={(changed) => {
              setText(changed);
              setRefused(false);
            }}
            isRefused={isRefused}
          />
        )}
        {outcome === 'lost' && (
          <TextInput
            label="Reason"
            description="Why it was lost. Optional."
            maxLength={MAX_REASON_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" data-autofocus={outcome === 'won' && isOfMany ? true : undefined}>
            {outcome === 'won' ? 'Mark as won' : 'Mark as lost'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
