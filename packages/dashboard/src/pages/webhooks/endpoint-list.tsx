// The list of endpoints: URL, events and status.

import type { Endpoint } from '@leadline/contract';
import { Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PAGES } from '../../navigation/page-paths.ts';
import { EndpointState } from './endpoint-state.tsx';
import { nameEvent } from './event-labels.ts';
import classes from './webhooks.module.css';

export function EndpointList({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <ul className={classes.list} aria-label="Webhooks">
      {endpoints.map((endpoint) => (
        <li key={endpoint.webhook_id} className={classes.item}>
          <Link to={`${PAGES.webhooks}?id=${endpoint.webhook_id}`} className={classes.link ?? ''}>
            <span className={classes.what}>
              <span className={classes.url}>{endpoint.url}</span>
              <Text span size="sm" c="dimmed" display="block">
                {endpoint.description !== '' && `${endpoint.description} · `}
                {describeEvents(endpoint)}
              </Text>
            </span>
            <EndpointState endpoint={endpoint} />
            <IconChevronRight size={16} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** "Lead scored (Warm or better), Outcome recorded · as Slack messages" */
export function describeEvents({ events, min_grade: grade, format }: Endpoint): string {
  const labels = events.map((event) => {
    if (event !== 'lead.scored' || grade === 'Spam') return nameEvent(event);
    return `${nameEvent(event)} (${grade === 'Hot' ? 'Hot only' : `${grade} or better`})`;
  });
  return labels.join(', ') + (format === 'slack' ? ' · as Slack messages' : '');
}
