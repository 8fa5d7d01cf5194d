// The tabs Open, Won, Lost and All. They are links, so that each can be opened in a new browser tab.

import { Link } from 'react-router';
import { OUTCOME_NAMES } from '../../outcomes/outcome-names.ts';
import { type Filters, TABS, type Tab, writeFilters } from './filters.ts';
import classes from './inbox.module.css';

const LABELS: Readonly<Record<Tab, string>> = { ...OUTCOME_NAMES, all: 'All' };

export function OutcomeTabs({ filters }: { readonly filters: Filters }) {
  return (
    <nav className={classes.tabs} aria-label="Outcome">
      {TABS.map((outcome) => (
        <Link
          key={outcome}
          to={`?${writeFilters({ ...filters, outcome })}`}
          aria-current={outcome === filters.outcome ? 'page' : undefined}
        >
          {LABELS[outcome]}
        </Link>
      ))}
      <span className={classes.order}>{describeOrder(filters)}</span>
    </nav>
  );
}

function describeOrder({ outcome, grades }: Filters): string {
  if (outcome !== 'open') return 'Newest first';
  return grades.length === 0 ? 'Sorted by priority, spam hidden' : 'Sorted by priority';
}
