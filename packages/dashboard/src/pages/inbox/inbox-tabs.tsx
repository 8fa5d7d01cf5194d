// The tabs from To do to All, with how many leads each has. They are links, so that each can be opened in a new browser
// tab.

import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { describeCount, formatCount } from './count-words.ts';
import { type Filters, switchTab, TABS, type Tab, writeFilters } from './filters.ts';
import classes from './inbox.module.css';
import type { Counts } from './use-counts.ts';

export const TAB_NAMES: Readonly<Record<Tab, string>> = {
  todo: 'To do',
  in_progress: 'In progress',
  snoozed: 'Snoozed',
  won: 'Won',
  lost: 'Lost',
  all: 'All',
};

interface InboxTabsProps {
  readonly filters: Filters;
  readonly counts: Counts | null;
}

export function InboxTabs({ filters, counts }: InboxTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  const isCounted = counts !== null;
  // On a phone, the current tab may be outside; the counts make the tabs wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change what is in view
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (tabs.current === null || !current) return;
    tabs.current.scrollLeft = current.offsetLeft - (tabs.current.clientWidth - current.offsetWidth) / 2;
  }, [filters.tab, isCounted]);
  return (
    <nav className={classes.tabs} aria-label="Lists" ref={tabs}>
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={`?${writeFilters(switchTab(filters, tab))}`}
          aria-current={tab === filters.tab ? 'page' : undefined}
          // Not part of the name, which would change with every lead.
          aria-description={describeCount(counts?.tabs[tab] ?? null)}
        >
          {TAB_NAMES[tab]}
          <span className={classes.tabCount} aria-hidden>
            {formatCount(counts?.tabs[tab] ?? null)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
