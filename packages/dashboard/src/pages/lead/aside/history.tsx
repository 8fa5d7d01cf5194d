// The lead's history, newest first, with a check of whether it would get the same score today.

import type { ReplayResult } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormError } from '../../../components/form-error.tsx';
import { formatAmount } from '../../../components/format-number.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { OUTCOME_NAMES } from '../../../outcomes/outcome-names.ts';
import type { LeadData, Mode } from '../lead-query.ts';
import { Section } from '../section.tsx';
import classes from './aside.module.css';
import { Author } from './author.tsx';
import { ReplayComparison } from './replay-comparison.tsx';

interface HistoryProps {
  readonly data: LeadData;
  readonly mode: Mode;
}

export function History({ data, mode }: HistoryProps) {
  const replay = useMutation({
    mutationFn: () =>
      call<ReplayResult>('POST', fillPath(PATHS.leadReplay, { id: data.lead_id }), undefined, { mode }),
  });
  return (
    <Section title="History">
      <ol className={classes.rows}>
        {data.history.toReversed().map((event) => (
          <li key={event.event === 'scored' ? event.at : event.recorded_at}>
            <Event event={event} />
          </li>
        ))}
      </ol>
      <div className={classes.replay}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => replay.mutate()}
          loading={replay.isPending}
        >
          Score again
        </Button>
        <div aria-live="polite">
          {replay.data !== undefined && <ReplayComparison replay={replay.data.data} />}
        </div>
        <FormError error={replay.error} />
      </div>
    </Section>
  );
}

function Event({ event }: { readonly event: LeadData['history'][number] }) {
  const title =
    event.event === 'scored'
      ? `Scored ${event.score}`
      : `${event.outcome === 'open' ? 'Reopened' : OUTCOME_NAMES[event.outcome]}${event.amount === null ? '' : `, ${formatAmount(event.amount)}`}`;
  return (
    <>
      <span className={classes.row}>
        <span>{title}</span>
        <RelativeTime at={event.at} />
      </span>
      {event.event === 'scored' ? (
        <span className={classes.quiet}>engine {event.version}</span>
      ) : (
        <>
          <span className={classes.words}>{event.reason}</span>
          <Author id={event.recorded_by} />
        </>
      )}
    </>
  );
}
