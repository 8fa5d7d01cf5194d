// The status of the lead, with the next sensible step as the main button.

import type { Status } from '@leadline/contract';
import type { Facts } from '@leadline/engine';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { nameLead } from '../../../components/name-lead.ts';
import { useCurrency } from '../../../components/use-currency.ts';
import { useAskedOutcome } from '../../../outcomes/ask-outcome.ts';
import type { OutcomeChange } from '../../../outcomes/outcome-change.ts';
import { OutcomeDialog } from '../../../outcomes/outcome-dialog.tsx';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { StatusBadge } from '../../../work/status-badge.tsx';
import { StatusMenu } from '../../../work/status-menu.tsx';
import { STATUS_NAMES } from '../../../work/status-names.ts';
import { undoLast } from '../../../work/undo.tsx';
import { toWorkLead, type WorkLead } from '../../../work/work-change.ts';
import type { LeadData } from '../lead-query.ts';
import type { LeadWork } from '../use-lead-work.ts';
import classes from './lead-header.module.css';

interface StatusControlProps {
  readonly data: LeadData;
  readonly work: LeadWork;
  /** Null until the engine is loaded. */
  readonly facts: Facts | null;
}

type Step = Status | 'reopen';

/** The most likely one first. */
const NEXT_STEPS: Readonly<Record<Status, readonly Step[]>> = {
  new: ['contacted'],
  contacted: ['qualified', 'unqualified'],
  qualified: ['won', 'lost'],
  unqualified: ['reopen'],
  won: ['reopen'],
  lost: ['reopen'],
};

const nameStep = (step: Step): string =>
  step === 'reopen' ? 'Reopen' : step === 'contacted' ? 'Mark as contacted' : STATUS_NAMES[step];

export function StatusControl(props: StatusControlProps) {
  const { data, work } = props;
  const { status } = data;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const container = useRef<HTMLSpanElement>(null);
  const outcome = useOutcomeDialog(props);
  useFocusAfterChange(container, status);
  const isSettled = useIsSettled(status);

  function choose(step: Step): void {
    setMenuOpen(false);
    if (step === 'won' || step === 'lost') {
      if (step !== status) outcome.open(step);
    } else if (step === 'reopen') reopen();
    else if (step !== status) void work.moveTo(step);
  }
  function reopen(): void {
    // Won and lost leads go back to the stage they had.
    if (status === 'unqualified') void work.change({ status: 'contacted' });
    else void work.change({ outcome: 'open' });
  }
  useAskedOutcome(choose);
  useShortcuts('Outcome', [
    { keys: 'c', label: 'Mark as contacted', run: () => status === 'new' && choose('contacted') },
    { keys: 's', label: 'Change status', run: () => setMenuOpen(true) },
    ...(data.outcome === 'open'
      ? [
          { keys: 'w', label: 'Mark as won', run: () => choose('won') },
          { keys: 'l', label: 'Mark as lost', run: () => choose('lost') },
        ]
      : []),
    { keys: 'o', label: 'Reopen', run: () => NEXT_STEPS[status].includes('reopen') && reopen() },
    { keys: 'u', label: 'Undo last change', run: undoLast },
  ]);

  return (
    <span ref={container} className={classes.outcomes}>
      {NEXT_STEPS[status].map((step, place) => (
        <Button
          key={step}
          data-next
          variant={place === 0 && step !== 'reopen' ? 'filled' : 'default'}
          loading={step === 'reopen' && work.isPending}
          aria-disabled={!isSettled}
          onClick={() => isSettled && choose(step)}
          {...(step === 'won' || step === 'lost' ? { 'aria-haspopup': 'dialog' } : {})}
        >
          {nameStep(step)}
        </Button>
      ))}
      <StatusMenu
        opened={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        subject={nameLead(data.lead)}
        current={status}
        onChoose={choose}
        isTargetButton
        target={
          <Button
            variant="default"
            aria-label={`Status: ${STATUS_NAMES[status]}`}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <StatusBadge status={status} />
          </Button>
        }
      />
      {outcome.dialog}
    </span>
  );
}

const SETTLE_MS = 600;

/** False for a moment after a change: the second click of a double click must not press the button that took the place of
 * the first. */
function useIsSettled(status: Status): boolean {
  const [settled, setSettled] = useState(status);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(status), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [status]);
  return settled === status;
}

/** The pressed button disappears with the old status, so the focus moves to the new one. */
function useFocusAfterChange(container: React.RefObject<HTMLSpanElement | null>, status: Status): void {
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) container.current?.querySelector<HTMLButtonElement>('button[data-next]')?.focus();
  }, [status, container]);
}

interface OutcomeControl {
  readonly open: (outcome: 'won' | 'lost') => void;
  readonly dialog: React.ReactNode;
}

interface Asked {
  readonly outcome: 'won' | 'lost';
  /** As it was on screen: what a colleague does while the dialog is open is a conflict. */
  readonly lead: WorkLead;
}

/** Won and lost leads have an amount or a reason. */
function useOutcomeDialog({ data, work, facts }: StatusControlProps): OutcomeControl {
  const currency = useCurrency();
  const [asked, setAsked] = useState<Asked>({ outcome: 'won', lead: toWorkLead(data) });
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const recording = useMutation({
    mutationFn: (change: OutcomeChange) => work.record(asked.lead, change),
    onSuccess: () => setOpen(false),
  });

  function open(outcome: 'won' | 'lost'): void {
    recording.reset();
    opener.current = document.activeElement;
    // The shortcut also works from further down the page, where the dialog would open out of sight.
    anchor.current?.scrollIntoView({ block: 'nearest' });
    setAsked({ outcome, lead: toWorkLead(data) });
    setOpen(true);
  }
  function close(): void {
    recording.reset();
    setOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  return {
    open,
    dialog: (
      <OutcomeDialog
        key={asked.outcome}
        opened={isOpen}
        outcome={asked.outcome}
        leads={[asked.lead]}
        proposedValue={facts === null ? null : proposeValue(facts.budget, currency)}
        // To the right: on the left is the navigation.
        position="bottom-start"
        target={<span ref={anchor} className={classes.anchor} aria-hidden />}
        isPending={recording.isPending}
        error={recording.error}
        onSubmit={recording.mutate}
        onClose={close}
      />
    ),
  };
}

/** The budget, if it is a single amount in the account's currency and for the whole deal. */
function proposeValue(budget: Facts['budget'], currency: string | null): number | null {
  const { min, max, period, isPerUnit } = budget;
  const isOneAmount = budget.stated && min === max && period === null && !isPerUnit;
  return isOneAmount && currency !== null && budget.currency === currency ? max : null;
}
