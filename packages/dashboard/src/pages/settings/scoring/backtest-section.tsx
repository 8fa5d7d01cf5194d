// What a draft would have done to past leads, and whether it agrees better with who bought.

import type { AccountSettings, Backtest, BacktestResultData, SettingsChanges } from '@leadline/contract';
import { MAX_BACKTESTED_LEADS } from '@leadline/contract/limits';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatCount, formatCountOf, formatShare } from '../../../components/format-number.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { Section } from '../section.tsx';
import { describeAgreement } from './describe-agreement.ts';
import { describeBasis } from './describe-basis.ts';
import { GradeMatrix } from './grade-matrix.tsx';
import { JobProgress } from './job-progress.tsx';
import { MovedLeads } from './moved-leads.tsx';
import classes from './scoring.module.css';
import { backtestQuery, isMoving } from './settings-calls.ts';

interface BacktestSectionProps {
  readonly settings: AccountSettings;
  /** The draft on this page. */
  readonly changes: SettingsChanges;
}

export function BacktestSection({ settings, changes }: BacktestSectionProps) {
  const backtest = useQuery(backtestQuery);
  return (
    <Section
      title="Past leads"
      description={`Try the draft on up to ${formatCount(MAX_BACKTESTED_LEADS)} of your own leads before you publish it. No lead is changed.`}
      isWide
    >
      {backtest.data === undefined ? (
        backtest.isError ? (
          <ErrorState
            error={backtest.error}
            onRetry={() => void backtest.refetch()}
            isRetrying={backtest.isFetching}
          />
        ) : (
          <SkeletonRows rows={2} height={40} label="Loading the result" />
        )
      ) : backtest.data === null ? (
        <Text size="sm" c="dimmed">
          Not tried yet. Change a setting, then choose “Try on past leads”.
        </Text>
      ) : (
        <Shown backtest={backtest.data} basis={describeBasis(backtest.data, settings, changes)} />
      )}
    </Section>
  );
}

function Shown({ backtest, basis }: { readonly backtest: Backtest; readonly basis: string | null }) {
  if (isMoving(backtest)) return <JobProgress job={backtest} label="Progress on past leads" />;
  if (backtest.status === 'failed' || backtest.result === null)
    return (
      <Alert color="red" variant="outline" title="This try failed">
        {backtest.error ?? 'Something went wrong.'} Try again in a moment.
      </Alert>
    );
  return (
    <>
      {basis !== null && <p className={classes.outdated}>{basis}</p>}
      <Result result={backtest.result} finishedAt={backtest.finished_at} />
    </>
  );
}

interface ResultProps {
  readonly result: BacktestResultData;
  readonly finishedAt: string | null;
}

function Result({ result, finishedAt }: ResultProps) {
  const { leads, is_capped, changed, moved, grades, rising, falling, outcomes, agreement } = result;
  if (leads === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no leads to try the draft on yet.
      </Text>
    );
  return (
    <>
      <p className={classes.finding}>
        <strong>
          {moved === 0
            ? `None of ${formatCountOf(leads, 'lead')} gets another grade`
            : `${formatCount(moved)} of ${formatCountOf(leads, 'lead')} (${formatShare(moved / leads)}) ${moved === 1 ? 'gets' : 'get'} another grade`}
          .
        </strong>{' '}
        {formatCount(changed)} {changed === 1 ? 'gets' : 'get'} another score.
        {is_capped && ' You have more leads: those with outcomes were tried first, then the newest.'}
        {finishedAt !== null && (
          <>
            {' '}
            Tried <RelativeTime at={finishedAt} />.
          </>
        )}
      </p>
      <div className={classes.results}>
        <GradeMatrix moves={grades} />
        <div>
          <h3 className={classes.subtitle}>Agreement with outcomes</h3>
          {agreement === null ? (
            <Text size="sm" c="dimmed">
              Record won and lost leads to see here whether a change agrees better with who bought.
            </Text>
          ) : (
            <>
              <ul className={classes.findings}>
                {describeAgreement(agreement).map(({ text, verdict }) => (
                  <li key={text}>
                    {text} <strong>{verdict}</strong>
                  </li>
                ))}
              </ul>
              <Text size="xs" c="dimmed" mt="xs">
                From all {formatCount(outcomes.won)} won and {formatCount(outcomes.lost)} lost leads that were
                tried, with 95% intervals in brackets. The Model page measures on the latest 30% only.
              </Text>
            </>
          )}
        </div>
      </div>
      <div className={classes.results}>
        <MovedLeads title="Rising most" leads={rising} />
        <MovedLeads title="Falling most" leads={falling} />
      </div>
    </>
  );
}
