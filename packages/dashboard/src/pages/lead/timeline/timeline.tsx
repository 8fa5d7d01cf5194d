// Everything that happened to the lead, newest first.

import type { TimelineEntry } from '@leadline/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useCurrency } from '../../../components/use-currency.ts';
import { useHours } from '../../../work/use-hours.ts';
import { useTeam } from '../../../work/use-team.ts';
import type { LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import { type DescribedEntry, describeEntry } from './describe-entry.ts';
import classes from './timeline.module.css';

const SHOWN_FIRST = 12;
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function Timeline({ data }: { readonly data: LeadData }) {
  const team = useTeam();
  const currency = useCurrency();
  const { time_zone: timeZone } = useHours();
  const [isAll, setAll] = useState(false);
  const entries = data.timeline.toReversed();
  const shown = isAll ? entries : entries.slice(0, SHOWN_FIRST);
  return (
    <Section title="Timeline">
      <ol className={classes.entries}>
        {shown.map((entry) => (
          <li key={keyOf(entry)} data-event={entry.event}>
            <Entry entry={describeEntry(entry, { team, currency, timeZone })} at={entry.at} />
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </Section>
  );
}

/** Received and scored share an ID, and one event can go to several webhooks. */
function keyOf(entry: TimelineEntry): string {
  const place = entry.event === 'delivered' ? entry.endpoint_id : '';
  return `${entry.entry_id} ${entry.event} ${place}`;
}

function Entry({ entry, at }: { readonly entry: DescribedEntry; readonly at: string }) {
  const { title, text, detail, by } = entry;
  return (
    <>
      <span className={classes.head}>
        <span>{title}</span>
        <RelativeTime at={at} />
      </span>
      {text && (
        <span className={classes.text} dir="auto">
          {text}
        </span>
      )}
      <span className={classes.quiet}>
        {[TIME.format(new Date(at)), by && `by ${by}`, detail].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
