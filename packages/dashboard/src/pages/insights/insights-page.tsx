// Leads, scores and outcomes over a period.

import type { Insights } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Alert, Button, Group, Switch, Text } from '@mantine/core';
import { IconAlertCircle, IconChartBar, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { profileQuery } from '../../api/profile-query.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { describeFailure } from '../../components/describe-failure.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { browserTimeZone } from '../../regions/regions.ts';
import { useCan } from '../../session/use-session.ts';
import { ContactSpeed } from './contact-speed.tsx';
import { dayIn, describeDays, formatDay } from './format-day.ts';
import { GradeOutcomes } from './grade-outcomes.tsx';
import { GradesOverTime } from './grades-over-time.tsx';
import classes from './insights-page.module.css';
import { InsightsSkeleton } from './insights-skeleton.tsx';
import { IntervalLegend } from './interval-plot.tsx';
import { KeyFigures } from './key-figures.tsx';
import { LostReasons } from './lost-reasons.tsx';
import { OutcomeSpeed } from './outcome-speed.tsx';
import { type Range, readRange, yearBefore } from './range.ts';
import { RangeControl } from './range-control.tsx';
import { RepComparison } from './rep-comparison.tsx';
import { ScoreDistribution } from './score-distribution.tsx';
import { SORT_PARAM } from './sort-sources.ts';
import { SourceComparison } from './source-comparison.tsx';
import { hasFindings, MIN_CASES } from './trends.ts';

export function InsightsPage() {
  const [search, setSearch] = useSearchParams();
  const profile = useQuery(profileQuery);
  const timeZone = profile.data?.time_zone ?? browserTimeZone();
  const range = readRange(search, Date.now(), timeZone);
  const { from, to } = range;
  const insights = useQuery({
    queryKey: queryKeys.insights(from, to),
    queryFn: ({ signal }) =>
      call('GET', `${PATHS.insights}?${new URLSearchParams({ from, to })}`, undefined, {
        signal,
      }),
    select: (answer) => answer.data,
    enabled: !profile.isPending,
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = insights;

  return (
    <>
      <PageHeader
        title="Insights"
        description={describePeriod(range, timeZone, isPlaceholderData ? undefined : data)}
        actions={<RangeControl range={range} onChange={(chosen) => setSearch(keepSort(search, chosen))} />}
      />
      {data === undefined ? (
        insights.isError ? (
          <ErrorState
            error={error}
            onRetry={() => void insights.refetch()}
            isRetrying={insights.isFetching}
          />
        ) : (
          <InsightsSkeleton />
        )
      ) : (
        <div className={classes.content} aria-busy={isPlaceholderData}>
          {error !== null && (
            <Alert
              color="red"
              variant="outline"
              p="xs"
              mb="sm"
              icon={<IconAlertCircle size={18} aria-hidden />}
            >
              Couldn’t update these numbers. {describeFailure(error)}
            </Alert>
          )}
          {data.leads === 0 ? (
            <NoLeads
              timeZone={timeZone}
              range={range}
              onChange={(chosen) => setSearch(keepSort(search, chosen))}
            />
          ) : (
            <>
              <EarlierOutcomes
                insights={data}
                timeZone={timeZone}
                range={range}
                onChange={(chosen) => setSearch(keepSort(search, chosen))}
              />
              <Charts insights={data} />
            </>
          )}
        </div>
      )}
    </>
  );
}

/** The order of the sources stays when the period changes. */
function keepSort(search: URLSearchParams, period: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(period);
  const sort = search.get(SORT_PARAM);
  if (sort !== null) next.set(SORT_PARAM, sort);
  return next;
}

function Charts({ insights }: { readonly insights: Insights }) {
  const decided = countDecided(insights);
  const [showsRanges, setShowsRanges] = useState(false);
  return (
    <>
      <KeyFigures insights={insights} />
      {!hasFindings(insights) && (
        <Text size="sm" mb="sm">
          Not enough data yet: with {MIN_CASES} leads or more, each chart says what it shows.
        </Text>
      )}
      <Switch
        size="xs"
        mb="sm"
        label="Show the likely range of win rates"
        checked={showsRanges}
        onChange={(event) => setShowsRanges(event.currentTarget.checked)}
      />
      {showsRanges && <IntervalLegend />}
      <div className={classes.plots} data-plain={!showsRanges || undefined}>
        <GradesOverTime insights={insights} />
        <ScoreDistribution insights={insights} />
        <GradeOutcomes insights={insights} />
        <ContactSpeed insights={insights} />
        <SourceComparison insights={insights} />
        <RepComparison insights={insights} />
        <LostReasons insights={insights} />
        <OutcomeSpeed insights={insights} decided={decided} />
      </div>
    </>
  );
}

interface NoLeadsProps {
  readonly timeZone: string;
  readonly range: Range;
  readonly onChange: (period: Readonly<Record<string, string>>) => void;
}

/** Imported outcomes are often older than the period shown at first, where they would seem to be lost. */
function EarlierOutcomes({
  insights,
  timeZone,
  range,
  onChange,
}: NoLeadsProps & { readonly insights: Insights }) {
  const isEmpty = countDecided(insights) === 0;
  const { data: newest } = useQuery({
    queryKey: queryKeys.newestDecided,
    queryFn: ({ signal }) =>
      call('GET', `${PATHS.leads}?limit=1&sort=newest&status=won,lost`, undefined, { signal }),
    select: ({ data }) => (data[0] === undefined ? null : dayIn(data[0].received_at, timeZone)),
    enabled: isEmpty,
  });
  if (!isEmpty || typeof newest !== 'string' || newest >= range.firstDay) return null;
  return (
    <Alert variant="light" p="xs" mb="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">
          None of these leads is won or lost yet. The newest one that is came in on {formatDay(newest)}.
        </Text>
        <Button size="xs" variant="default" onClick={() => onChange(yearBefore(newest))}>
          Show the year up to then
        </Button>
      </Group>
    </Alert>
  );
}

function countDecided({ by_grade: byGrade }: Insights): number {
  return byGrade.reduce((sum, { win: { won, lost } }) => sum + won + lost, 0);
}

/** Imported leads are often older than any period offered, so the newest one leads to its own. */
function NoLeads({ timeZone, range, onChange }: NoLeadsProps) {
  const canConnect = useCan('owner');
  const { data: newest } = useQuery({
    queryKey: queryKeys.newestLead,
    queryFn: ({ signal }) => call('GET', `${PATHS.leads}?limit=1&sort=newest`, undefined, { signal }),
    select: ({ data }) => (data[0] === undefined ? null : dayIn(data[0].received_at, timeZone)),
  });
  const isElsewhere = typeof newest === 'string' && (newest < range.firstDay || newest > range.lastDay);
  if (isElsewhere)
    return (
      <EmptyState
        icon={IconChartBar}
        title="No leads in this period"
        action={<Button onClick={() => onChange(yearBefore(newest))}>Show the year up to then</Button>}
      >
        Your newest lead is from {formatDay(newest)}.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconChartBar}
      title="No leads in this period"
      action={
        <Group gap="xs" justify="center">
          {range.id !== '12m' && (
            <Button variant="default" onClick={() => onChange({ range: '12m' })}>
              Show 12 months
            </Button>
          )}
          {canConnect && (
            <Button component={Link} to={PAGES.connect}>
              Connect a form
            </Button>
          )}
        </Group>
      }
    >
      {canConnect ? 'Choose a longer period, or connect a form to receive leads.' : 'Choose a longer period.'}
    </EmptyState>
  );
}

/** Announced to screen readers when a new period has loaded. */
function describePeriod({ firstDay, lastDay }: Range, timeZone: string, insights: Insights | undefined) {
  const days = describeDays(firstDay, lastDay, timeZone);
  return (
    <span role="status">
      {insights === undefined ? days : `${formatCountOf(insights.leads, 'lead')}, ${days}`}
    </span>
  );
}
