// The column headers. Clicking one sorts the list, where the server can sort by it.

// biome-ignore-all lint/a11y/useSemanticElements: the rows of a real table can't be positioned freely
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons and the checkbox inside have the focus
import { Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { type Filters, hasPriority, type Order, orderOf, ordersOf, type Tab } from './filters.ts';
import classes from './lead-grid.module.css';

const LAST_COLUMN: Readonly<Record<Tab, string>> = {
  todo: 'Next step',
  in_progress: 'Next step',
  snoozed: 'Comes back',
  won: 'Outcome',
  lost: 'Outcome',
  all: 'Next step or outcome',
};

const PRIORITY = 'The score minus 2 points for each day the lead has been waiting, at least 0';

interface GridHeadProps {
  readonly filters: Filters;
  readonly canRecord: boolean;
  readonly selected: number;
  readonly all: number;
  readonly onSelectAll: () => void;
  readonly onSort: (order: Order) => void;
}

export function GridHead({ filters, canRecord, selected, all, onSelectAll, onSort }: GridHeadProps) {
  const order = orderOf(filters);
  const lastOrder =
    ordersOf(filters.tab).find((own) => own === 'returns' || own === 'closed' || own === 'next') ?? null;
  return (
    <div role="row" className={classes.head} aria-rowindex={1}>
      {canRecord && (
        <span role="columnheader" className={classes.check}>
          <input
            type="checkbox"
            aria-label="Select all loaded leads"
            checked={selected > 0 && selected === all}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected > 0 && selected < all;
            }}
            onChange={onSelectAll}
          />
        </span>
      )}
      <span
        role="columnheader"
        className={classes.grade}
        aria-sort={order === 'score' ? 'descending' : undefined}
      >
        <SortButton label="Score" isCurrent={order === 'score'} onClick={() => onSort('score')} />
      </span>
      <span
        role="columnheader"
        className={classes.priority}
        aria-sort={order === 'priority' ? 'descending' : undefined}
      >
        {hasPriority(filters.tab) ? (
          <Tooltip label={PRIORITY} events={{ hover: true, focus: true, touch: true }} multiline w={240}>
            <SortButton
              label="Priority"
              description={PRIORITY}
              isCurrent={order === 'priority'}
              onClick={() => onSort('priority')}
            />
          </Tooltip>
        ) : (
          'Priority'
        )}
      </span>
      <span role="columnheader" className={classes.person}>
        Person
      </span>
      <span role="columnheader" className={classes.why}>
        Why
      </span>
      <span role="columnheader" className={classes.next} aria-sort={lastSort(order)}>
        {lastOrder === null ? (
          LAST_COLUMN[filters.tab]
        ) : (
          <SortButton
            label={LAST_COLUMN[filters.tab]}
            isCurrent={order === lastOrder}
            isUp={lastOrder !== 'closed'}
            onClick={() => onSort(lastOrder)}
          />
        )}
      </span>
      <span role="columnheader" className={classes.age} aria-sort={ageSort(order)}>
        <SortButton
          label="Received"
          isCurrent={order === 'newest' || order === 'oldest'}
          isUp={order === 'oldest'}
          onClick={() => onSort(order === 'newest' ? 'oldest' : 'newest')}
        />
      </span>
      <span role="columnheader" className={classes.work}>
        Status
      </span>
      {canRecord && (
        <span role="columnheader" className="only-heard">
          Actions
        </span>
      )}
    </div>
  );
}

function lastSort(order: Order): 'ascending' | 'descending' | undefined {
  if (order === 'closed') return 'descending';
  return order === 'returns' || order === 'next' ? 'ascending' : undefined;
}

function ageSort(order: Order): 'ascending' | 'descending' | undefined {
  if (order === 'newest') return 'descending';
  return order === 'oldest' ? 'ascending' : undefined;
}

interface SortButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  readonly description?: string;
  readonly isCurrent: boolean;
  readonly isUp?: boolean;
}

/** Passes on what the tooltip needs. */
function SortButton(props: SortButtonProps) {
  const { label, description, isCurrent, isUp = false, className = '', ...button } = props;
  const Arrow = isUp ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={`${classes.sort} ${className}`}
      data-current={isCurrent || undefined}
      aria-description={description}
      {...button}
    >
      {label}
      <Arrow size={13} aria-hidden />
    </button>
  );
}
