// A request in the list. Expands to show its details.

import type { ListedRequest } from '@leadline/contract';
import { Anchor, Badge, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { RelativeTime } from '../../components/relative-time.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { describeRejection } from './describe-rejection.ts';
import { describeTool } from './describe-request.ts';
import classes from './received.module.css';
import { ReceivedDetail } from './received-detail.tsx';

interface ReceivedRowProps {
  readonly request: ListedRequest;
  readonly isRepeat: boolean;
  /** Why its redirect was ignored, or null. */
  readonly ignoredRedirect: string | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function ReceivedRow({ request, isRepeat, ignoredRedirect, isOpen, onToggle }: ReceivedRowProps) {
  const { request_id: id, error, key_name: keyName, lead_id: leadId, mode, person, status } = request;
  const isAccepted = error === null && status < 400;
  const notes = [
    ...(isAccepted ? [] : [describeRejection(request).problem]),
    ...(isRepeat ? ['Repeat, not stored again'] : []),
    ...(ignoredRedirect === null ? [] : [ignoredRedirect]),
  ];
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle ?? ''}
          onClick={onToggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-detail` : undefined}
        >
          <IconChevronRight
            size={16}
            className={classes.chevron}
            data-open={isOpen || undefined}
            aria-hidden
          />
          <span className={classes.when}>
            <RelativeTime at={request.received_at} />
          </span>
          <span className={classes.state} data-accepted={isAccepted || undefined}>
            {isAccepted ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
            {isAccepted ? 'Accepted' : 'Rejected'}
          </span>
          <span className={classes.sender}>
            {describeTool(request)}
            {keyName !== null && <span className={classes.key}> · {keyName}</span>}
          </span>
          {mode === 'test' && (
            <Badge variant="outline" color="gray" size="sm" c="dimmed">
              Test
            </Badge>
          )}
          {notes.length > 0 && <span className={classes.why}>{notes.join('. ')}</span>}
        </UnstyledButton>
        {leadId !== null && (
          <Anchor
            component={Link}
            to={leadPath(leadId) + (mode === 'test' ? '?mode=test' : '')}
            size="sm"
            className={classes.lead ?? ''}
          >
            {person ?? 'Open lead'}
          </Anchor>
        )}
      </div>
      {isOpen && (
        <div id={`${id}-detail`} className={classes.detail}>
          <ReceivedDetail request={request} />
        </div>
      )}
    </li>
  );
}
