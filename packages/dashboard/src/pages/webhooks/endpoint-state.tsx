// Whether an endpoint is on, failing or switched off, and why.

import type { Endpoint } from '@leadline/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { formatExact, formatRelative } from '../../components/format-moment.ts';
import { RelativeTime, useNow } from '../../components/relative-time.tsx';
import { describeDisabled } from './describe-disabled-reason.ts';
import classes from './webhooks.module.css';

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const { enabled, disabled_at: offSince, disabled_reason: reason, failing_since: failingSince } = endpoint;
  if (!enabled) {
    return (
      <span className={classes.state} data-kind="off">
        <IconCircleOff size={15} aria-hidden />
        <span>
          {describeDisabled(reason)}
          {offSince !== null && (
            <>
              {' · '}
              <RelativeTime at={offSince} />
            </>
          )}
        </span>
      </span>
    );
  }
  if (failingSince !== null) {
    return (
      <span className={classes.state} data-kind="failing">
        <IconAlertTriangle size={15} aria-hidden />
        <FailingTime since={failingSince} />
      </span>
    );
  }
  return (
    <span className={classes.state} data-kind="on">
      <IconCircleCheck size={15} aria-hidden />
      On
    </span>
  );
}

/** "Last attempt failed", "Failing for 4 min", then "Failing since 3 Nov". */
function FailingTime({ since }: { readonly since: string }) {
  const now = useNow();
  const moment = new Date(since);
  const relative = formatRelative(moment, now);
  const words =
    relative === 'just now'
      ? 'Last attempt failed'
      : relative.endsWith(' ago')
        ? `Failing for ${relative.slice(0, -' ago'.length)}`
        : `Failing since ${relative}`;
  return (
    <time dateTime={moment.toISOString()} title={formatExact(moment)}>
      {words}
    </time>
  );
}
