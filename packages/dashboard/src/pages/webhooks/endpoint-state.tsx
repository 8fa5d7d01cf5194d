// Whether an endpoint works, in a word and why.

import type { Endpoint } from '@leadline/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './webhooks.module.css';

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const { enabled, disabled_at: offSince, disabled_reason: reason, failing_since: failingSince } = endpoint;
  if (!enabled) {
    return (
      <span className={classes.state} data-kind="off">
        <IconCircleOff size={15} aria-hidden />
        <span>
          {reason === null ? 'Off' : `Off: ${reason}`}
          {offSince !== null && (
            <>
              {', '}
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
          Failing, began <RelativeTime at={failingSince} />
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
