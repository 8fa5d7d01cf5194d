// One lead on the board, with the actions of a row.

// biome-ignore-all lint/a11y/useSemanticElements: a table has no columns of rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the board has the focus and names the active card
import type { ListedLead } from '@leadline/contract';
import type { ReactNode } from 'react';
import { contactOf, nameLead } from '../../components/name-lead.ts';
import { useNow } from '../../components/relative-time.tsx';
import { ScoreNumber } from '../../components/score-number.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { MemberAvatar } from '../../work/member-avatar.tsx';
import { describeNext, isOverdue } from '../../work/next-activity.ts';
import { StatusBadge } from '../../work/status-badge.tsx';
import { STATUS_NAMES } from '../../work/status-names.ts';
import { UrgencyMark } from '../../work/urgency-mark.tsx';
import { useHours } from '../../work/use-hours.ts';
import classes from './lead-board.module.css';
import { rowId } from './lead-row.tsx';

interface LeadCardProps {
  readonly lead: ListedLead;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly canRecord: boolean;
  /** Null if nobody has taken the lead. */
  readonly assignee: string | null;
  readonly isMine: boolean;
  /** Where a question about the lead opens. */
  readonly children: ReactNode;
}

const handledByList = (): void => {};

export function LeadCard(props: LeadCardProps) {
  const { lead, isActive, isSelected, canRecord, assignee, isMine, children } = props;
  const { lead_id: leadId, grade, score, status, next_activity: planned } = lead;
  const now = useNow();
  const { time_zone: timeZone } = useHours();
  const name = nameLead(lead);
  const job = [lead.title, lead.company].filter((part) => part !== '').join(' · ');
  const next = planned === null ? 'Plan the next step' : describeNext(planned, now, timeZone);
  const urgency = planned !== null && isOverdue(planned, now) ? 'overdue' : 'due';
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      role="row"
      id={rowId(leadId)}
      className={classes.card}
      aria-selected={canRecord ? isSelected : undefined}
      aria-label={`${name}, ${STATUS_NAMES[status]}, ${grade}, score ${score}. ${next}`}
      data-lead={leadId}
      data-active={isActive || undefined}
    >
      <span role="gridcell" className={classes.head}>
        {canRecord && (
          <input
            type="checkbox"
            data-do="select"
            checked={isSelected}
            onChange={handledByList}
            tabIndex={tabIndex}
            aria-label={`Select ${name}`}
          />
        )}
        <a href={leadPath(leadId)} tabIndex={tabIndex} className={classes.name} dir="auto" title={name}>
          {name}
        </a>
        <ScoreNumber score={score} grade={grade} />
      </span>
      <span role="gridcell" className={classes.quiet} dir="auto">
        {job === '' ? contactOf(lead) : job}
      </span>
      <span role="gridcell" className={classes.foot}>
        {canRecord ? (
          <>
            <button
              type="button"
              className={classes.next}
              data-do="plan"
              data-planned={planned !== null || undefined}
              tabIndex={tabIndex}
              aria-label={`Next step for ${name}: ${next}`}
            >
              {planned !== null && <UrgencyMark urgency={urgency} size={14} />}
              {next}
            </button>
            <button
              type="button"
              data-do="status"
              tabIndex={tabIndex}
              aria-label={`Status of ${name}: ${STATUS_NAMES[status]}`}
            >
              <StatusBadge status={status} />
            </button>
            <button
              type="button"
              data-do="assign"
              tabIndex={tabIndex}
              aria-label={`Assign ${name}${assignee === null ? '' : `, now ${assignee}`}`}
              title={assignee ?? 'Nobody'}
            >
              <MemberAvatar name={assignee} isMe={isMine} />
            </button>
          </>
        ) : (
          <>
            <span className={classes.next} data-planned>
              {planned !== null && <UrgencyMark urgency={urgency} size={14} />}
              {planned === null ? 'Nothing planned' : next}
            </span>
            <span title={assignee ?? 'Nobody'}>
              <MemberAvatar name={assignee} isMe={isMine} />
            </span>
          </>
        )}
        {children}
      </span>
    </div>
  );
}
