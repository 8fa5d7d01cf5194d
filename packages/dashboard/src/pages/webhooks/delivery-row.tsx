// One delivery: event, status, response and next attempt.

import type { Delivery } from '@leadline/contract';
import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconClock, IconX, type TablerIcon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { RelativeTime } from '../../components/relative-time.tsx';
import { toSentence } from '../../components/to-sentence.ts';
import { leadPath } from '../../navigation/page-paths.ts';
import { nameEvent } from './event-labels.ts';
import classes from './webhooks.module.css';

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** False while the endpoint is switched off. */
  readonly mayRedeliver: boolean;
  readonly isPending: boolean;
  readonly onRedeliver: () => void;
}

const STATES: Readonly<Record<Delivery['status'], { icon: TablerIcon; label: string; kind: string }>> = {
  pending: { icon: IconClock, label: 'Pending', kind: 'failing' },
  delivered: { icon: IconCheck, label: 'Delivered', kind: 'on' },
  failed: { icon: IconX, label: 'Failed', kind: 'failed' },
};

const MOMENT_MS = 60_000;

export function DeliveryRow({ delivery, mayRedeliver, isPending, onRedeliver }: DeliveryRowProps) {
  const { status, event, lead_id: leadId, attempts, error, response_excerpt: excerpt } = delivery;
  const { icon: Icon, label, kind } = STATES[status];
  return (
    <li className={classes.delivery}>
      <span className={classes.state} data-kind={kind}>
        <Icon size={15} aria-hidden />
        {label}
      </span>
      <span className={classes.event}>
        <span>{nameEvent(event)}</span>
        {leadId !== null && (
          <Anchor component={Link} to={leadPath(leadId)} size="sm">
            Open lead
          </Anchor>
        )}
        <span className={classes.figures}>
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          {error === null && delivery.response_status !== null && `, returned ${delivery.response_status}`}
          {delivery.next_attempt_at !== null && <NextAttempt at={delivery.next_attempt_at} />}
        </span>
        {error !== null && (
          <span className={classes.error}>{describeError(error, delivery.response_status)}</span>
        )}
        {excerpt !== null && excerpt !== '' && (
          <details className={classes.response}>
            <summary>Response</summary>
            <pre>{excerpt}</pre>
          </details>
        )}
      </span>
      <span className={classes.when}>
        <RelativeTime at={delivery.created_at} />
      </span>
      {status === 'pending' ? (
        <span />
      ) : (
        <Button
          className={classes.again ?? ''}
          size="compact-sm"
          variant="default"
          onClick={onRedeliver}
          loading={isPending}
          disabled={!mayRedeliver}
          title={mayRedeliver ? undefined : 'Switch on the webhook first'}
        >
          Resend
        </Button>
      )}
    </li>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  if (Date.parse(at) < Date.now() + MOMENT_MS) return ', next attempt in a moment';
  return (
    <>
      ; next attempt <RelativeTime at={at} />
    </>
  );
}

function describeError(error: string, status: number | null): string {
  return status !== null && status >= 400 ? `Returned ${status}` : toSentence(error);
}
