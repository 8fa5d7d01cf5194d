// Chooses the order where the list has no column headers to click.

import { NativeSelect } from '@mantine/core';
import { type Filters, type Order, orderOf, ordersOf, sortBy } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';

const NAMES: Readonly<Record<Order, string>> = {
  priority: 'By priority',
  next: 'Due first',
  returns: 'Back soonest',
  closed: 'Last decided',
  score: 'By score',
  newest: 'Newest first',
  oldest: 'Oldest first',
};

interface SortSelectProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function SortSelect({ filters, onChange }: SortSelectProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Sort"
      className={filters.isBoard ? '' : (classes.sortBy ?? '')}
      data={ordersOf(filters.tab).map((order) => ({ value: order, label: NAMES[order] }))}
      value={orderOf(filters)}
      onChange={(event) => onChange(sortBy(filters, event.currentTarget.value as Order))}
    />
  );
}
