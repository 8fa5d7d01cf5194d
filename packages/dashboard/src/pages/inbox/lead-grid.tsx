// The list as it is drawn: a grid of which only the rows in the window exist. It keeps the focus itself and names the
// active row (aria-activedescendant), because a focused row would take the focus with it when it scrolls away.

// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table cannot be placed freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
import type { ListedLead } from '@leadline/contract';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import type { Tab } from './filters.ts';
import classes from './lead-grid.module.css';
import { LeadRow, rowId } from './lead-row.tsx';
import type { RowSize } from './use-row-size.ts';
import type { WindowList } from './use-window-list.ts';

/** What a row was asked for. */
export type RowAction = 'go' | 'select' | 'won' | 'lost' | 'open';

interface LeadGridProps {
  readonly tab: Tab;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLDivElement | null>;
  readonly leads: readonly ListedLead[];
  readonly list: WindowList;
  readonly size: RowSize;
  readonly activeIndex: number | null;
  readonly selected: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
  readonly canDecide: boolean;
  readonly hasMore: boolean;
  /** The rows are of another search, until its own have come. */
  readonly isBusy: boolean;
  readonly onAct: (action: RowAction, leadId: string, event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onKeyboardFocus: () => void;
  readonly onPoint: (isPointedAt: boolean) => void;
  readonly onSelectAll: () => void;
  /** Stands among the rows. */
  readonly children: ReactNode;
}

export function LeadGrid(props: LeadGridProps) {
  const { grid, body, leads, list, size, activeIndex, selected, fresh, canDecide, onPoint } = props;
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
      aria-multiselectable={canDecide}
      aria-activedescendant={active === undefined ? undefined : rowId(active.lead_id)}
      aria-busy={props.isBusy}
      data-viewer={canDecide ? undefined : true}
      onFocus={focus}
      onKeyDown={props.onKeyDown}
    >
      <Head
        tab={props.tab}
        canDecide={canDecide}
        selected={selected.size}
        all={leads.length}
        onSelectAll={props.onSelectAll}
      />
      <div />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys */}
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: list.totalHeight }}
        onClick={click}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
        onPointerCancel={() => onPoint(false)}
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
              canDecide={canDecide}
            />
          );
        })}
        {props.children}
      </div>
    </div>
  );
}

const COLUMNS = [
  ['grade', 'Grade and score'],
  ['person', 'Person'],
  ['budget', 'Budget'],
  ['source', 'Source'],
  ['age', 'Received'],
  ['why', 'Why'],
] as const;

/** What is to be done, or how it ended. */
const LAST_COLUMN: Readonly<Record<Tab, string>> = {
  open: 'Next',
  won: 'Outcome',
  lost: 'Outcome',
  all: 'Next or outcome',
};

interface HeadProps {
  readonly tab: Tab;
  readonly canDecide: boolean;
  readonly selected: number;
  readonly all: number;
  readonly onSelectAll: () => void;
}

function Head({ tab, canDecide, selected, all, onSelectAll }: HeadProps) {
  return (
    <div role="row" className={classes.head} aria-rowindex={1}>
      {canDecide && (
        <span role="columnheader" className={classes.check}>
          <input
            type="checkbox"
            aria-label="Select all leads that are loaded"
            checked={selected > 0 && selected === all}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected > 0 && selected < all;
            }}
            onChange={onSelectAll}
          />
        </span>
      )}
      {COLUMNS.map(([name, label]) => (
        <span key={name} role="columnheader" className={classes[name]}>
          {label}
        </span>
      ))}
      <span role="columnheader" className={classes.next}>
        {LAST_COLUMN[tab]}
      </span>
      {canDecide && (
        <span role="columnheader" className="only-heard">
          Record an outcome
        </span>
      )}
    </div>
  );
}
