// Everything that happened to the lead, newest first.

import type { TimelineEntry } from '@leadline/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatClock } from '../../../components/format-moment.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useCurrency } from '../../../components/use-currency.ts';
import { OtherClock } from '../../../regions/other-clock.tsx';
import { useHours } from '../../../work/use-hours.ts';
import { useTeam } from '../../../work/use-team.ts';
import type { LeadData } from '../lead-query.ts';
import { Section } from '../section.tsx';
import { type DescribedEntry, describeEntry } from './describe-entry.ts';
import classes from './timeline.module.css';

const SHOWN_FIRST = 12;

export function Timeline({ data }: { readonly data: LeadData }) {
  const team = useTeam();
  const currency = useCurrency();
  const { time_zone: timeZone } = useHours();
  const [isAll, setAll] = useState(false);
  const entries = data.timeline.toReversed();
  const shown = isAll ? entries : entries.slice(0, SHOWN_FIRST);
  return (
    <Section title="Timeline">
      <OtherClock timeZone={timeZone} />
      <ol className={classes.entries}>
        {shown.map((entry) => (
          <li key={keyOf(entry)} data-event={entry.event}>
            <Entry
              entry={describeEntry(entry, { team, currency, timeZone })}
              at={entry.at}
              timeZone={timeZone}
            />
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

interface EntryProps {
  readonly entry: DescribedEntry;
  readonly at: string;
  readonly timeZone: string;
}

function Entry({ entry, at, timeZone }: EntryProps) {
  const { title, text, detail, by } = entry;
  return (
    <>
      <span className={classes.head}>
        <span>{title}</span>
        <RelativeTime at={at} timeZone={timeZone} />
      </span>
      {text && (
        <span className={classes.text} dir="auto">
          {text}
        </span>
      )}
      <span className={classes.quiet}>
        {[formatClock(new Date(at), timeZone), by && `by ${by}`, detail].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
