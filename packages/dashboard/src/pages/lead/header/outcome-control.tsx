// Shows the outcome of the lead and lets reps change it.

import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconRotate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../../components/format-number.ts';
import { announceFailure } from '../../../outcomes/announce.tsx';
import type { OutcomeChange, OutcomeLead, OutcomeResult } from '../../../outcomes/outcome-change.ts';
import { OutcomeDialog } from '../../../outcomes/outcome-dialog.tsx';
import { OUTCOME_NAMES } from '../../../outcomes/outcome-names.ts';
import { sendOutcome } from '../../../outcomes/send-outcome.ts';
import { useOutcomes } from '../../../outcomes/use-outcomes.tsx';
import { useCan } from '../../../session/use-session.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { type LeadData, type Mode, refreshLead } from '../lead-query.ts';
import classes from './lead-header.module.css';

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
            <DealValue data={data} />
          </span>
        )}
      </span>
      {canRecord && <Buttons data={data} mode={mode} />}
    </>
  );
}

function DealValue({ data }: { readonly data: LeadData }) {
  const last = data.history.findLast((event) => event.event === 'outcome');
  if (data.outcome !== 'won' || last === undefined || last.amount === null) return null;
  return <span className="figures"> · {formatAmount(last.amount)}</span>;
}

async function saveAndRefresh(
  leads: readonly OutcomeLead[],
  change: OutcomeChange,
  mode: Mode,
): Promise<OutcomeResult<OutcomeLead>> {
  const result = await sendOutcome(leads, change, mode);
  if (result.failed.length === 0) await Promise.all(leads.map(({ lead_id }) => refreshLead(lead_id)));
  return result;
}

function Buttons({ data, mode }: OutcomeControlProps) {
  const { name, email, phone } = data.lead;
  const lead: OutcomeLead = { lead_id: data.lead_id, name, email, phone };
  const [opened, setOpened] = useState<'won' | 'lost' | null>(null);
  const outcomes = useOutcomes<OutcomeLead>((leads, change) => saveAndRefresh(leads, change, mode), mode);
  const container = useRef<HTMLSpanElement>(null);
  /** The outcome that was just recorded here, until it appears. */
  const recorded = useRef<LeadData['outcome'] | null>(null);
  const recording = useMutation({
    mutationFn: async (change: OutcomeChange) => {
      recorded.current = change.outcome;
      const result = await outcomes.record([lead], change);
      if (result.failed.length > 0) {
        recorded.current = null;
        throw result.failure;
      }
      announceFailure(result);
    },
    onSuccess: () => setOpened(null),
  });
  const isOpen = data.outcome === 'open';

  // The pressed button disappears with the old outcome, so move the focus to the new one.
  useEffect(() => {
    if (recorded.current === data.outcome) container.current?.querySelector('button')?.focus();
    recorded.current = null;
  }, [data.outcome]);

  function show(outcome: 'won' | 'lost' | null): void {
    recording.reset();
    // The shortcut also works from further down the page, where the dialog would open out of sight.
    if (outcome !== null) container.current?.scrollIntoView({ block: 'nearest' });
    setOpened(outcome);
  }
  function reopen(): void {
    if (recording.isPending) return;
    recording.mutate(
      { outcome: 'open' },
      { onError: (failure) => announceFailure({ recorded: [], missing: [], failed: [lead], failure }) },
    );
  }
  useShortcuts(
    'Outcome',
    isOpen
      ? [
          { keys: 'w', label: 'Mark as won', run: () => show('won') },
          { keys: 'l', label: 'Mark as lost', run: () => show('lost') },
        ]
      : [{ keys: 'o', label: 'Reopen', run: reopen }],
  );

  return (
    <span ref={container} className={classes.outcomes}>
      {isOpen ? (
        (['won', 'lost'] as const).map((outcome) => (
          <OutcomeDialog
            key={outcome}
            opened={opened === outcome}
            outcome={outcome}
            leads={[lead]}
            target={
              <Button
                variant="default"
                leftSection={
                  outcome === 'won' ? (
                    <IconCircleCheck size={16} aria-hidden />
                  ) : (
                    <IconCircleX size={16} aria-hidden />
                  )
                }
                onClick={() => show(opened === outcome ? null : outcome)}
              >
                {OUTCOME_NAMES[outcome]}
              </Button>
            }
            isTargetButton
            isPending={recording.isPending}
            error={recording.error}
            onSubmit={recording.mutate}
            onClose={() => show(null)}
          />
        ))
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
