// One lead in the list. Uses plain elements and leaves event handling to the list, because about forty rows are
// rendered while scrolling.

// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table can't be positioned freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
import type { ListedLead, Status } from '@leadline/contract';
import {
  IconCheck,
  IconClockPause,
  IconPhone,
  IconRotate2,
  IconTrophy,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { formatMoney } from '../../components/format-number.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { contactOf, nameLead } from '../../components/name-lead.ts';
import { RelativeTime, useNow } from '../../components/relative-time.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { useCurrency } from '../../components/use-currency.ts';
import { leadPath } from '../../navigation/page-paths.ts';
import { OUTCOME_NAMES } from '../../outcomes/outcome-names.ts';
import { MemberAvatar } from '../../work/member-avatar.tsx';
import { describeNext, isOverdue, needsPlan } from '../../work/next-activity.ts';
import { StatusBadge } from '../../work/status-badge.tsx';
import { STATUS_NAMES } from '../../work/status-names.ts';
import { UrgencyMark } from '../../work/urgency-mark.tsx';
import { useAdvice } from '../../work/use-advice.ts';
import { useHours } from '../../work/use-hours.ts';
import { callHref } from '../lead/header/contact-links.ts';
import classes from './lead-grid.module.css';
import type { RowAction } from './row-action.ts';

interface LeadRowProps {
  readonly lead: ListedLead;
  readonly index: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  readonly canRecord: boolean;
  /** Null if nobody has taken the lead. */
  readonly assignee: string | null;
  readonly isMine: boolean;
}

export function rowId(leadId: string): string {
  return `row-${leadId}`;
}

const handledByList = (): void => {};

export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, index, height, isActive, isSelected, isFresh, canRecord, assignee, isMine } = props;
  const { lead_id: leadId, grade, score, source, why, outcome, decided, status } = lead;
  const advice = useAdvice(lead);
  const currency = useCurrency();
  const now = useNow();
  const { time_zone: timeZone } = useHours();
  const planned = outcome === 'open' ? lead.next_activity : null;
  const isUnplanned = needsPlan(lead);
  const next = nextOf();
  function nextOf(): string {
    if (outcome !== 'open') return OUTCOME_NAMES[outcome];
    if (planned !== null) return describeNext(planned, now, timeZone);
    return isUnplanned ? PLAN : (advice?.text ?? lead.priority_action);
  }
  const urgency =
    planned === null ? advice?.urgency : isOverdue(planned, now) ? ('overdue' as const) : ('due' as const);
  const details = describeDecision(lead, currency);
  const fullNext = details === '' ? next : `${next}: ${details}`;
  const name = nameLead(lead);
  const contact = contactOf(lead);
  const job = [lead.title, lead.company].filter((part) => part !== '').join(' · ');
  const call = callHref(lead.phone);
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      role="row"
      id={rowId(leadId)}
      className={classes.row}
      style={{ height, transform: `translateY(${index * height}px)` }}
      aria-rowindex={index + 2}
      aria-selected={canRecord ? isSelected : undefined}
      aria-label={`${name}, ${grade}, score ${score}. ${why}. ${fullNext}`}
      data-lead={leadId}
      data-active={isActive || undefined}
      data-fresh={isFresh || undefined}
      data-outcome={outcome}
    >
      {canRecord && (
        <span role="gridcell" className={classes.check} data-do="select">
          <input
            type="checkbox"
            checked={isSelected}
            onChange={handledByList}
            tabIndex={tabIndex}
            aria-label={`Select ${name}`}
          />
        </span>
      )}
      <span role="gridcell" className={classes.grade}>
        <GradeBadge grade={grade} />
        <ScoreNumber score={score} grade={grade} />
      </span>
      <span role="gridcell" className={classes.priority}>
        {outcome === 'open' && priorityOf(lead)}
      </span>
      <span role="gridcell" className={classes.person}>
        <a href={leadPath(leadId)} tabIndex={tabIndex} className={classes.name} dir="auto" title={name}>
          {name}
        </a>
        <span className={classes.contact} dir="auto" title={job === '' ? contact : `${job}\n${contact}`}>
          {job === '' ? contact : job}
        </span>
      </span>
      <span role="gridcell" className={classes.why} title={why}>
        {why}
      </span>
      <span role="gridcell" className={classes.next} title={fullNext}>
        {outcome === 'open' ? (
          isUnplanned && canRecord ? (
            <button type="button" className={classes.plan} data-do="plan" tabIndex={tabIndex}>
              {next}
            </button>
          ) : (
            <span data-urgency={isUnplanned ? undefined : urgency}>
              {!isUnplanned && <UrgencyMark urgency={urgency} size={14} />}
              {next}
            </span>
          )
        ) : (
          <b data-outcome={outcome}>{next}</b>
        )}
        {decided !== null && (
          <>
            {' '}
            <RelativeTime at={decided.at} />
          </>
        )}
        {details !== '' && ` · ${details}`}
      </span>
      <span role="gridcell" className={classes.age}>
        <RelativeTime at={lead.received_at} />
        <span className={classes.source} dir="auto" title={source}>
          {source}
        </span>
      </span>
      <span role="gridcell" className={classes.work}>
        {canRecord ? (
          <>
            <button
              type="button"
              data-do="assign"
              tabIndex={tabIndex}
              aria-label={`Assign ${name}${assignee === null ? '' : `, now ${assignee}`}`}
              title={assignee ?? 'Nobody'}
            >
              <MemberAvatar name={assignee} isMe={isMine} />
            </button>
            <button
              type="button"
              data-do="status"
              tabIndex={tabIndex}
              aria-label={`Status of ${name}: ${STATUS_NAMES[status]}`}
            >
              <StatusBadge status={status} />
            </button>
          </>
        ) : (
          <>
            <span title={assignee ?? 'Nobody'}>
              <MemberAvatar name={assignee} isMe={isMine} />
            </span>
            <StatusBadge status={status} />
          </>
        )}
      </span>
      {canRecord && (
        <span role="gridcell" className={classes.actions}>
          {call !== null && outcome === 'open' && (
            <a
              href={call}
              data-do="call"
              tabIndex={tabIndex}
              aria-label={`Call ${name}`}
              title={`Call ${lead.phone}`}
            >
              <IconPhone size={15} aria-hidden />
            </a>
          )}
          {ACTIONS[status].map(([action, title, describe, Icon]) => (
            <button
              key={action}
              type="button"
              data-do={action}
              tabIndex={tabIndex}
              aria-label={describe(name)}
              title={title}
            >
              <Icon size={15} aria-hidden />
            </button>
          ))}
        </span>
      )}
    </div>
  );
});

const PLAN = 'Plan the next step';

type Action = readonly [RowAction, title: string, describe: (name: string) => string, TablerIcon];

const CONTACTED: Action = [
  'contacted',
  'Mark as contacted (c)',
  (name) => `Mark ${name} as contacted`,
  IconCheck,
];
const SNOOZE: Action = ['snooze', 'Snooze (z)', (name) => `Snooze ${name}`, IconClockPause];
const WON: Action = ['won', 'Mark as won (w)', (name) => `Mark ${name} as won`, IconTrophy];
const LOST: Action = ['lost', 'Mark as lost (l)', (name) => `Mark ${name} as lost`, IconX];
const REOPEN: Action = ['open', 'Reopen (o)', (name) => `Reopen ${name}`, IconRotate2];

/** The usual next steps; the status menu has the others. */
const ACTIONS: Readonly<Record<Status, readonly Action[]>> = {
  new: [CONTACTED, SNOOZE, LOST],
  contacted: [WON, LOST, SNOOZE],
  qualified: [WON, LOST, SNOOZE],
  unqualified: [LOST, SNOOZE],
  won: [REOPEN],
  lost: [REOPEN],
};

const DAY_MS = 24 * 60 * 60_000;

/** The score minus two points for each day of waiting. Old leads fall below 0, where the number means nothing to a reader. */
function priorityOf({ score, received_at }: Pick<ListedLead, 'score' | 'received_at'>): number {
  return Math.max(0, Math.round(score - (2 * (Date.now() - Date.parse(received_at))) / DAY_MS));
}

/** The deal value and the reason of a won or lost lead. */
function describeDecision({ outcome, decided }: ListedLead, currency: string | null): string {
  if (outcome === 'open' || decided === null) return '';
  const amount = decided.amount === null || currency === null ? '' : formatMoney(decided.amount, currency);
  return [amount, decided.reason ?? ''].filter((part) => part !== '').join(', ');
}
