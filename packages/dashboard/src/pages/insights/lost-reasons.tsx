// Why leads were lost: the account's usual reasons, others, and none.

import type { LostReasons as Counted, Insights } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatCount, formatCountOf, formatShare } from '../../components/format-number.ts';
import { TextLink } from '../../components/text-link.tsx';
import type { Figures } from './figures.ts';
import { linkToLeads, NOT_SPAM } from './leads-link.ts';
import classes from './lost-reasons.module.css';
import { PlotPanel } from './plot-panel.tsx';
import { MIN_CASES } from './trends.ts';

interface Bar {
  readonly name: string;
  readonly leads: number;
}

/** Nothing until there are lost leads. */
export function LostReasons({ insights }: { readonly insights: Insights }) {
  const { from, to, win } = insights;
  const { data } = useQuery({
    queryKey: queryKeys.lostReasons(from, to),
    queryFn: ({ signal }) =>
      call('GET', `${PATHS.lostReasons}?${new URLSearchParams({ from, to })}`, undefined, {
        signal,
      }),
    select: (answer) => answer.data,
    enabled: win.lost > 0,
  });
  if (data === undefined || data.counted === 0) return null;
  const bars = listBars(data);
  const most = Math.max(...bars.map(({ leads }) => leads));
  const figures: Figures = {
    columns: [{ label: 'Reason' }, { label: 'Lost leads' }, { label: 'Share', format: formatShare }],
    rows: bars.map(({ name, leads }) => [name, leads, leads / data.counted]),
  };
  return (
    <PlotPanel
      title="Lost reasons"
      takeaway={describe(data)}
      figures={figures}
      period={insights}
      fileName="leadline-lost-reasons"
      isWide
    >
      <ul className={classes.bars}>
        {bars.map(({ name, leads }) => (
          <li key={name}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            <span className={classes.track} aria-hidden>
              <span style={{ width: `${(100 * leads) / most}%` }} />
            </span>
            <span className="figures">
              {formatCount(leads)}
              <span className="only-heard"> lost leads</span>
            </span>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="xs">
        {data.is_capped && `Of the newest ${formatCount(data.counted)}. `}
        <TextLink to={linkToLeads(insights, { outcome: 'lost', grade: NOT_SPAM })}>
          {data.is_capped ? 'All lost leads' : formatCountOf(data.counted, 'lost lead')}
        </TextLink>
      </Text>
    </PlotPanel>
  );
}

function listBars({ reasons, other, none }: Counted): readonly Bar[] {
  return [
    ...reasons.map(({ reason, leads }) => ({ name: reason, leads })),
    { name: 'Other reasons', leads: other },
    { name: 'No reason given', leads: none },
  ].filter(({ leads }) => leads > 0);
}

function describe({ reasons, counted, none }: Counted): string {
  const [first] = reasons;
  if (first === undefined || first.leads === 0 || counted - none < MIN_CASES)
    return `${formatCountOf(counted, 'lost lead')}, ${formatCount(none)} without a reason.`;
  return `The most common reason is “${first.reason}”: ${formatShare(first.leads / (counted - none))} of the leads with a reason.`;
}
