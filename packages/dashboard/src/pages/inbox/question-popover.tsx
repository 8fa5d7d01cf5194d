// Asks what to do with leads: a status, an assignee, a time to come back to them, the next activity, or the details of an outcome.

import type { ListedLead } from '@leadline/contract';
import type { ReactNode } from 'react';
import type { OutcomeChange } from '../../outcomes/outcome-change.ts';
import { OutcomeDialog } from '../../outcomes/outcome-dialog.tsx';
import { nameLeads } from '../../outcomes/outcome-names.ts';
import { AssigneeMenu } from '../../work/assignee-menu.tsx';
import { PlanMenu } from '../../work/plan-menu.tsx';
import { SnoozeMenu } from '../../work/snooze-menu.tsx';
import { StatusMenu } from '../../work/status-menu.tsx';
import type { WorkChange } from '../../work/work-change.ts';

/** The leads about to be changed, and where to ask. */
export interface Question {
  readonly kind: 'won' | 'lost' | 'status' | 'assign' | 'snooze' | 'plan';
  readonly leads: readonly ListedLead[];
  readonly at: 'row' | 'bar';
}

interface QuestionPopoverProps {
  readonly question: Question;
  readonly target: ReactNode;
  readonly onAsk: (kind: 'won' | 'lost') => void;
  readonly onOutcome: (change: OutcomeChange) => void;
  readonly onWork: (change: WorkChange) => void;
  readonly onClose: () => void;
}

export function QuestionPopover(props: QuestionPopoverProps) {
  const { question, target, onAsk, onOutcome, onWork, onClose } = props;
  const { kind, leads } = question;
  const menu = { opened: true, target, onClose, subject: nameLeads(leads) };
  switch (kind) {
    case 'status':
      return (
        <StatusMenu
          {...menu}
          current={common(leads.map(({ status }) => status)) ?? null}
          onChoose={(status) => (status === 'won' || status === 'lost' ? onAsk(status) : onWork({ status }))}
        />
      );
    case 'assign':
      return (
        <AssigneeMenu
          {...menu}
          current={common(leads.map(({ assignee }) => assignee))}
          onChoose={(assignee) => onWork({ assignee })}
        />
      );
    case 'snooze':
      return (
        <SnoozeMenu
          {...menu}
          isSnoozed={leads.some(({ snoozed_until }) => snoozed_until !== null)}
          onChoose={(until) => onWork({ snoozed_until: until?.toISOString() ?? null })}
        />
      );
    case 'plan':
      return (
        <PlanMenu
          {...menu}
          current={leads.length === 1 ? (leads[0]?.next_activity ?? null) : null}
          onChoose={(next) => onWork({ next_activity: next })}
        />
      );
    default:
      return (
        <OutcomeDialog
          opened
          outcome={kind}
          leads={leads}
          target={target}
          onSubmit={onOutcome}
          onClose={onClose}
        />
      );
  }
}

/** What all of them have; undefined if they differ. */
function common<T>(values: readonly T[]): T | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
