// One lead in the list. Uses plain elements and leaves event handling to the list, because about forty rows are
// rendered while scrolling.

// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table can't be positioned freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
import type { ListedLead } from '@leadline/contract';
import { memo } from 'react';
import { formatAmount } from '../../components/format-number.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { contactOf, nameLead } from '../../components/name-lead.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { OUTCOME_NAMES } from '../../outcomes/outcome-names.ts';
import classes from './lead-grid.module.css';

interface LeadRowProps {
  readonly lead: ListedLead;
  readonly index: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  readonly canRecord: boolean;
}

export function rowId(leadId: string): string {
  return `row-${leadId}`;
}

const handledByList = (): void => {};

export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, index, height, isActive, isSelected, isFresh, canRecord } = props;
  const { lead_id: leadId, grade, score, budget, source, why, outcome, decided } = lead;
  const [next, details] = describeNext(lead);
  const fullNext = details === '' ? next : `${next}: ${details}`;
  const name = nameLead(lead);
  const contact = contactOf(lead);
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
      <span role="gridcell" className={classes.person}>
        <a href={leadPath(leadId)} tabIndex={tabIndex} className={classes.name} dir="auto" title={name}>
          {name}
        </a>
        <span className={classes.contact} title={contact}>
          {contact}
        </span>
      </span>
      <span role="gridcell" className={classes.budget} dir="auto" title={budget}>
        {budget}
      </span>
      <span role="gridcell" className={classes.source} dir="auto" title={source}>
        {source}
      </span>
      <span role="gridcell" className={classes.age}>
        <RelativeTime at={lead.received_at} />
      </span>
      <span role="gridcell" className={classes.why} title={why}>
        {why}
      </span>
      <span role="gridcell" className={classes.next} title={fullNext}>
        {outcome === 'open' ? next : <b data-outcome={outcome}>{next}</b>}
        {decided !== null && (
          <>
            {' '}
            <RelativeTime at={decided.at} />
          </>
        )}
        {details !== '' && ` · ${details}`}
      </span>
      {canRecord && (
        <span role="gridcell" className={classes.actions}>
          {outcome !== 'won' && (
            <button type="button" data-do="won" tabIndex={tabIndex} aria-label={`Mark ${name} as won`}>
              Won
            </button>
          )}
          {outcome !== 'lost' && (
            <button type="button" data-do="lost" tabIndex={tabIndex} aria-label={`Mark ${name} as lost`}>
              Lost
            </button>
          )}
          {outcome !== 'open' && (
            <button type="button" data-do="open" tabIndex={tabIndex} aria-label={`Reopen ${name}`}>
              Reopen
            </button>
          )}
        </span>
      )}
    </div>
  );
});

/** The next step, or the outcome and its details. */
function describeNext({ outcome, decided, priority_action: action }: ListedLead): readonly [string, string] {
  if (outcome === 'open') return [action, ''];
  const details = [decided?.amount == null ? '' : formatAmount(decided.amount), decided?.reason ?? ''];
  return [OUTCOME_NAMES[outcome], details.filter((part) => part !== '').join(', ')];
}
