// Renders the list as a grid that only contains the visible rows. The grid keeps the focus and points to the active row
// (aria-activedescendant), because the focus would be lost when a focused row scrolls out of view.

// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table can't be positioned freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
import type { ListedLead } from '@leadline/contract';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import type { Team } from '../../work/use-team.ts';
import { type Filters, hasPriority, type Order } from './filters.ts';
import { GridHead } from './grid-head.tsx';
import classes from './lead-grid.module.css';
import { LeadRow, rowId } from './lead-row.tsx';
import type { RowAction } from './row-action.ts';
import type { RowSize } from './use-row-size.ts';
import type { WindowList } from './use-window-list.ts';

interface LeadGridProps {
  readonly filters: Filters;
  readonly team: Team;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly leads: readonly ListedLead[];
  readonly list: WindowList;
  readonly size: RowSize;
  readonly activeIndex: number | null;
  readonly selected: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
  readonly canRecord: boolean;
  readonly hasMore: boolean;
  /** Whether the rows are still those of the previous search. */
  readonly isBusy: boolean;
  readonly onAct: (action: RowAction, leadId: string, event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyboardFocus: () => void;
  readonly onHover: (isHovered: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onSort: (order: Order) => void;
  /** Rendered among the rows. */
  readonly children: ReactNode;
}

export function LeadGrid(props: LeadGridProps) {
  const { filters, team, grid, body, leads, list, size, activeIndex, selected, fresh, canRecord, onHover } =
    props;
  const active = activeIndex === null ? undefined : leads[activeIndex];

  function focus(event: FocusEvent): void {
    if (event.target === grid.current && grid.current.matches(':focus-visible')) props.onKeyboardFocus();
  }

  function click(event: MouseEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    const leadId = target.closest<HTMLElement>('[data-lead]')?.dataset.lead;
    if (leadId === undefined) return;
    const action = (target.closest<HTMLElement>('[data-do]')?.dataset.do ?? 'go') as RowAction;
    props.onAct(action, leadId, event);
  }

  return (
    <div
      ref={grid}
      role="grid"
      className={classes.grid}
      tabIndex={0}
      aria-label="Leads"
      aria-rowcount={props.hasMore ? -1 : leads.length + 1}
      aria-multiselectable={canRecord}
      aria-activedescendant={active === undefined ? undefined : rowId(active.lead_id)}
      aria-busy={props.isBusy}
      data-viewer={canRecord ? undefined : true}
      data-closed={hasPriority(filters.tab) ? undefined : true}
      onFocus={focus}
      onKeyDown={props.onKeyDown}
    >
      <GridHead
        filters={filters}
        canRecord={canRecord}
        selected={selected.size}
        all={leads.length}
        onSelectAll={props.onSelectAll}
        onSort={props.onSort}
      />
      <div />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys */}
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: list.totalHeight }}
        onClick={click}
        onPointerEnter={() => onHover(true)}
        onPointerLeave={() => onHover(false)}
        onPointerCancel={() => onHover(false)}
      >
        {list.indexes.map((index) => {
          const lead = leads[index];
          if (lead === undefined) return null;
          return (
            <LeadRow
              key={lead.lead_id}
              lead={lead}
              index={index}
              height={size.height}
              isActive={index === activeIndex}
              isSelected={selected.has(lead.lead_id)}
              isFresh={fresh.has(lead.lead_id)}
              canRecord={canRecord}
              assignee={lead.assignee === null ? null : team.nameOf(lead.assignee)}
              isMine={lead.assignee === team.me}
            />
          );
        })}
        {props.children}
      </div>
    </div>
  );
}
