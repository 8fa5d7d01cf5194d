// Whether an endpoint is on, failing or switched off, and why.

import type { Endpoint } from '@leadline/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { RelativeTime } from '../../components/relative-time.tsx';
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
        <span>
          Failing since <RelativeTime at={failingSince} />
        </span>
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
