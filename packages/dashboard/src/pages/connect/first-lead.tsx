// Waits for the first lead that a tool sends with its key, and says when it is there.

import type { ListedRequest } from '@leadline/contract';
import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/relative-time.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { describeRejection } from './describe-rejection.ts';
import { findLatest } from './find-latest.ts';
import classes from './first-lead.module.css';
import { receivedQuery } from './received-query.ts';

interface FirstLeadProps {
  readonly tool: string;
  readonly keyName: string;
  /** When the key was last used; null if never. Requests are only kept for a week. */
  readonly lastUsedAt: string | null;
}

export function FirstLead({ tool, keyName, lastUsedAt }: FirstLeadProps) {
  const { data: requests } = useQuery(receivedQuery('all'));
  const { accepted, rejected } = findLatest(requests ?? [], keyName);
  const state =
    accepted !== null
      ? 'connected'
      : rejected !== null
        ? 'rejected'
        : lastUsedAt !== null && requests !== undefined
          ? 'connected'
          : 'waiting';
  return (
    <div className={classes.state} data-state={state} role="status">
      <Mark state={state} />
      <div>
        {accepted !== null ? (
          <Arrived tool={tool} request={accepted} />
        ) : rejected !== null ? (
          <Words title={`The last request from ${tool} was rejected`}>
            {describeRejection(rejected).problem}, <RelativeTime at={rejected.received_at} />. Open it under{' '}
            <a href="#received">Recent requests</a> to see how to fix it.
          </Words>
        ) : lastUsedAt !== null && state === 'connected' ? (
          <Words title={`${tool} is connected`}>
            Its key was last used <RelativeTime at={lastUsedAt} />.
          </Words>
        ) : (
          <Words title={`Waiting for the first lead from ${tool}`}>
            Submit your form or send a test from the tool. It appears here within seconds.
          </Words>
        )}
      </div>
    </div>
  );
}

function Arrived({ tool, request }: { readonly tool: string; readonly request: ListedRequest }) {
  const { person, received_at: at, lead_id: leadId, mode } = request;
  return (
    <Words title={`${tool} is connected`}>
      {person ?? 'A lead'} arrived <RelativeTime at={at} />.{' '}
      {leadId !== null && (
        <TextLink to={`${leadPath(leadId)}${mode === 'test' ? '?mode=test' : ''}`}>Open this lead</TextLink>
      )}
    </Words>
  );
}

function Mark({ state }: { readonly state: 'connected' | 'rejected' | 'waiting' }) {
  if (state === 'connected') return <IconCircleCheckFilled size={22} aria-hidden />;
  if (state === 'rejected') return <IconAlertTriangle size={22} aria-hidden />;
  return <span className={classes.dot} aria-hidden />;
}

function Words({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <div className={classes.title}>{title}</div>
      <div className={classes.text}>{children}</div>
    </>
  );
}
