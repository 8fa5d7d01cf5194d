// Renders the leads in progress in columns by status. To keyboards and screen readers it is the grid of the list, with a
// group of rows for each column: the board keeps the focus and names the active card.

// biome-ignore-all lint/a11y/useSemanticElements: a table has no columns of rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the board has the focus and names the active card
import type { ListedLead } from '@leadline/contract';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { STATUS_NAMES } from '../../work/status-names.ts';
import type { Team } from '../../work/use-team.ts';
import { columnsOf } from './board-columns.ts';
import classes from './lead-board.module.css';
import { LeadCard } from './lead-card.tsx';
import { rowId } from './lead-row.tsx';
import type { RowAction } from './row-action.ts';

interface LeadBoardProps {
  readonly team: Team;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly leads: readonly ListedLead[];
  readonly active: ListedLead | null;
  readonly selected: ReadonlySet<string>;
  readonly canRecord: boolean;
  /** Whether there are more leads than are loaded. */
  readonly hasMore: boolean;
  /** Whether the cards are still those of the previous search. */
  readonly isBusy: boolean;
  readonly onAct: (action: RowAction, leadId: string, event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyboardFocus: () => void;
  readonly onHover: (isHovered: boolean) => void;
  /** The lead that `children` ask about. */
  readonly askedId: string | null;
  readonly children: ReactNode;
}

export function LeadBoard(props: LeadBoardProps) {
  const { team, grid, leads, active, selected, canRecord, hasMore, askedId, children } = props;

  function focus(event: FocusEvent): void {
    if (event.target === grid.current && grid.current.matches(':focus-visible')) props.onKeyboardFocus();
  }

  function click(event: MouseEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    const leadId = target.closest<HTMLElement>('[data-lead]')?.dataset.lead;
    if (leadId === undefined) return;
    props.onAct((target.closest<HTMLElement>('[data-do]')?.dataset.do ?? 'go') as RowAction, leadId, event);
  }

  return (
    <div
      ref={grid}
      role="grid"
      className={classes.board}
      tabIndex={0}
      aria-label="Board"
      aria-multiselectable={canRecord}
      aria-activedescendant={active === null ? undefined : rowId(active.lead_id)}
      aria-busy={props.isBusy}
      onFocus={focus}
      onKeyDown={props.onKeyDown}
      onClick={click}
      onPointerEnter={() => props.onHover(true)}
      onPointerLeave={() => props.onHover(false)}
      onPointerCancel={() => props.onHover(false)}
    >
      {columnsOf(leads).map(({ status, leads: own }) => (
        <div key={status} role="rowgroup" className={classes.column} aria-label={STATUS_NAMES[status]}>
          <div role="row" className={classes.title}>
            <span role="columnheader">{STATUS_NAMES[status]}</span>
            <span role="gridcell" className={classes.count}>
              {own.length}
              {hasMore && '+'}
            </span>
          </div>
          {own.map((lead) => (
            <LeadCard
              key={lead.lead_id}
              lead={lead}
              isActive={lead === active}
              isSelected={selected.has(lead.lead_id)}
              canRecord={canRecord}
              assignee={lead.assignee === null ? null : team.nameOf(lead.assignee)}
              isMine={lead.assignee === team.me}
            >
              {lead.lead_id === askedId && children}
            </LeadCard>
          ))}
        </div>
      ))}
    </div>
  );
}
