// Open, won, lost, all: links, so that each has its address and opens in a tab of its own.

import { Link } from 'react-router';
import { type Filters, TABS, type Tab, writeFilters } from './filters.ts';
import classes from './inbox.module.css';

const LABELS: Readonly<Record<Tab, string>> = { open: 'Open', won: 'Won', lost: 'Lost', all: 'All' };

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
      <span className={classes.order}>{tellOrder(filters)}</span>
    </nav>
  );
}

function tellOrder({ outcome, grades }: Filters): string {
  if (outcome !== 'open') return 'Newest first';
  const rule = 'Whom to call first: score, less 2 points for each day a lead has waited.';
  return grades.length === 0 ? `${rule} Spam is left out.` : rule;
}
