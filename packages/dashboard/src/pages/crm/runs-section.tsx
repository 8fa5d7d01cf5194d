// The log of runs, newest first.

import type { CrmConnection, CrmNote, CrmRun } from '@leadline/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { leadPath } from '../../navigation/page-paths.ts';
import { Section } from '../settings/section.tsx';
import classes from './crm.module.css';
import { crmRunsQuery } from './crm-calls.ts';

const KINDS: Readonly<Record<CrmRun['kind'], string>> = {
  connect: 'Connect',
  sync: 'Sync',
  preview: 'Preview',
};

const CODES: Readonly<Record<CrmNote['code'], string>> = {
  create: 'would be added',
  update: 'updated',
  unchanged: 'unchanged',
  superseded: 'the same person has sent a newer lead',
  duplicate_email: 'several open deals have this email',
  gone: 'deleted in the CRM',
  rejected: 'the CRM rejected the values',
  below_grade: 'below the grade',
};

export function RunsSection({ connection }: { readonly connection: CrmConnection }) {
  const runs = useQuery(crmRunsQuery);
  return (
    <Section title="Log" description="Runs with something to do." isWide>
      {runs.data === undefined ? (
        <SkeletonRows rows={3} height={40} label="Loading the log" />
      ) : (
        <ul className={classes.runs} aria-label="Runs">
          {runs.data.map((run) => (
            <RunRow key={run.run_id} run={run} recordUrl={connection.record_url} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function RunRow({ run, recordUrl }: { readonly run: CrmRun; readonly recordUrl: string | null }) {
  const state =
    run.status === 'failed'
      ? `Failed: ${run.error}`
      : run.status === 'finished'
        ? run.kind === 'preview'
          ? `${run.notes.length} newest leads; nothing was changed`
          : run.summary
        : run.status === 'running'
          ? `Running: ${run.summary.toLowerCase()}`
          : 'Waiting';
  return (
    <li>
      <Text fw={500} component="span">
        {KINDS[run.kind]}
      </Text>{' '}
      <Text c="dimmed" size="sm" component="span">
        <RelativeTime at={run.created_at} />
      </Text>
      <Text>{state}</Text>
      {run.notes.length > 0 && (
        <details>
          <summary>Details</summary>
          <ul>
            {run.notes.map((note) => (
              <li key={note.lead_id}>
                <TextLink to={leadPath(note.lead_id)}>Lead</TextLink>: {describeNote(note, run.kind)}
                {note.record_id !== null && recordUrl !== null && (
                  <>
                    {' · '}
                    <a href={recordUrl.replace('{id}', note.record_id)} target="_blank" rel="noreferrer">
                      Open in the CRM
                    </a>
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function describeNote({ code, writes, keeps }: CrmNote, kind: CrmRun['kind']): string {
  const parts = [code === 'update' && kind === 'preview' ? 'would be updated' : CODES[code]];
  if (kind === 'preview' && writes.length > 0) parts.push(`writes ${writes.join(', ')}`);
  if (keeps.length > 0) parts.push(`keeps ${keeps.join(', ')} as edited in the CRM`);
  return parts.join('; ');
}
