// How it ended: won with an amount, lost with a reason, or open again.

import type { OutcomeBody } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconCircleX, IconRotate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { describeFailure } from '../../../components/describe-failure.ts';
import { formatAmount } from '../../../components/format-number.ts';
import { useCan } from '../../../session/use-session.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { type LeadData, type Mode, refreshLead } from '../lead-query.ts';
import classes from './lead-header.module.css';
import { LostForm, OutcomePopover, WonForm } from './outcome-forms.tsx';

const OUTCOME_NAMES = { open: 'Open', won: 'Won', lost: 'Lost' } as const;

interface OutcomeControlProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function OutcomeControl({ data, mode }: OutcomeControlProps) {
  const canRecord = useCan('rep');
  return (
    <>
      <span className={classes.outcome} data-outcome={data.outcome} role="status">
        {data.outcome === 'won' && <IconCircleCheck size={18} aria-hidden />}
        {data.outcome === 'lost' && <IconCircleX size={18} aria-hidden />}
        {(data.outcome !== 'open' || !canRecord) && (
          <span>
            {OUTCOME_NAMES[data.outcome]}
            <LastAmount data={data} />
          </span>
        )}
      </span>
      {canRecord && <Buttons data={data} mode={mode} />}
    </>
  );
}

function LastAmount({ data }: { readonly data: LeadData }) {
  const last = data.history.findLast((event) => event.event === 'outcome');
  if (data.outcome !== 'won' || last === undefined || last.amount === null) return null;
  return <span className="figures"> · {formatAmount(last.amount)}</span>;
}

function Buttons({ data, mode }: OutcomeControlProps) {
  const [opened, setOpened] = useState<'won' | 'lost' | null>(null);
  const recording = useMutation({
    mutationFn: (body: OutcomeBody) =>
      call('POST', fillPath(PATHS.leadOutcome, { id: data.lead_id }), body, { mode }),
    onSuccess: async (_, { outcome }) => {
      recorded.current = outcome;
      await refreshLead(data.lead_id);
      setOpened(null);
    },
  });
  const isOpen = data.outcome === 'open';
  const place = useRef<HTMLSpanElement>(null);

  // The button that was pressed is gone with the old outcome; the keyboard goes on at the new one.
  const recorded = useRef<LeadData['outcome'] | null>(null);
  useEffect(() => {
    if (recorded.current === data.outcome) place.current?.querySelector('button')?.focus();
    recorded.current = null;
  }, [data.outcome]);

  function show(form: 'won' | 'lost' | null): void {
    recording.reset();
    // By key it may be asked for from further down, where nobody would see it open.
    if (form !== null) place.current?.scrollIntoView({ block: 'nearest' });
    setOpened(form);
  }
  function reopen(): void {
    if (recording.isPending) return;
    recording.mutate(
      { outcome: 'open' },
      { onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }) },
    );
  }
  useShortcuts(
    'Outcome',
    isOpen
      ? [
          { keys: 'w', label: 'Won', run: () => show('won') },
          { keys: 'l', label: 'Lost', run: () => show('lost') },
        ]
      : [{ keys: 'o', label: 'Reopen', run: reopen }],
  );

  const form = { isPending: recording.isPending, error: recording.error, onRecord: recording.mutate };
  return (
    <span ref={place} className={classes.outcomes}>
      {isOpen ? (
        <>
          <OutcomePopover
            label="Won"
            opened={opened === 'won'}
            onChange={(open) => show(open ? 'won' : null)}
          >
            <WonForm {...form} />
          </OutcomePopover>
          <OutcomePopover
            label="Lost"
            opened={opened === 'lost'}
            onChange={(open) => show(open ? 'lost' : null)}
          >
            <LostForm {...form} />
          </OutcomePopover>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconRotate size={16} aria-hidden />}
          onClick={reopen}
          loading={recording.isPending}
        >
          Reopen
        </Button>
      )}
    </span>
  );
}
