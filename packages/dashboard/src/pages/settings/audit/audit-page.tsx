// The audit log, newest first.

import type { AuditPage as AuditAnswer } from '@leadline/contract';
import { Button, Group, Table, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { formatExact } from '../../../components/format-moment.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import { browserTimeZone, nameTimeZone } from '../../../regions/regions.ts';
import { type AuditFilter, isFiltered, loadEntries, NO_FILTER, toQuery } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import classes from './audit-page.module.css';
import { describeAction } from './describe-action.ts';
import { describeDetails } from './describe-details.ts';
import { DownloadButton } from './download-button.tsx';
import { Subject } from './subject.tsx';
import { type Names, useNames } from './use-names.ts';
import { type Published, usePublished } from './use-published.ts';

type Entry = AuditAnswer['data'][number];

const versionPath = (version: number): string => `${PAGES.scoring}#version-${version}`;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function AuditPage() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Changes to the account, team, scoring, model, routing, keys, webhooks, imports and privacy, and every export. Contains no personal data from leads."
      />
      <AuditLog />
    </>
  );
}

function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>(NO_FILTER);
  const names = useNames();
  return (
    <>
      <AuditFilters filter={filter} onChange={setFilter}>
        <DownloadButton query={toQuery(filter)} names={names} />
      </AuditFilters>
      {filter.category === 'security' && (
        <Text size="sm" c="dimmed" mb="md">
          Keys, team and sign-in rules, and the sign-ins of members. Sign-ins are kept for 90 days.
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="xs">
        Times are in this browser’s time zone, {nameTimeZone(browserTimeZone())}.
      </Text>
      <Entries filter={filter} names={names} />
    </>
  );
}

function Entries({ filter, names }: { readonly filter: AuditFilter; readonly names: Names }) {
  const query = toQuery(filter);
  const log = useInfiniteQuery({
    queryKey: queryKeys.audit(query.toString()),
    queryFn: ({ pageParam, signal }) => loadEntries(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
  const findPublished = usePublished(log.data ?? []);
  if (log.data === undefined) {
    return log.isError ? (
      <ErrorState error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
    ) : (
      <SkeletonRows rows={10} height={36} label="Loading the audit log" />
    );
  }
  if (log.data.length === 0) {
    return (
      <EmptyState icon={IconActivity} title="No entries">
        {isFiltered(filter)
          ? 'Choose another person or other dates.'
          : 'Changes to keys, team, webhooks and imports will appear here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <Table className={classes.log ?? ''} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.when ?? ''}>When</Table.Th>
            <Table.Th className={classes.who ?? ''}>Who</Table.Th>
            <Table.Th>What</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {log.data.map((entry) => (
            <EntryRow key={entry.entry_id} entry={entry} names={names} published={findPublished(entry)} />
          ))}
        </Table.Tbody>
      </Table>
      <FormError error={log.isFetchNextPageError ? log.error : null} />
      <Group justify="center" gap="sm" mt="md" aria-live="polite">
        {log.hasNextPage ? (
          <Button variant="default" onClick={() => void log.fetchNextPage()} loading={log.isFetchingNextPage}>
            Load more
          </Button>
        ) : (
          <Text c="dimmed" size="sm">
            End of the log
          </Text>
        )}
      </Group>
    </>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly names: Names;
  /** For a version of the scoring settings. */
  readonly published: Published | null;
}

function EntryRow({ entry, names, published }: EntryRowProps) {
  const details = describeDetails(entry, names);
  return (
    <Table.Tr>
      <Table.Td className={classes.when ?? ''}>
        <time dateTime={entry.at} title={formatExact(new Date(entry.at))}>
          {TIME.format(new Date(entry.at))}
        </time>
      </Table.Td>
      <Table.Td className={classes.who ?? ''}>{names.nameActor(entry.actor, entry.actor_name)}</Table.Td>
      <Table.Td className={classes.what ?? ''}>
        {describeAction(entry)} <Subject entry={entry} names={names} />
        {details !== '' && (
          <Text span display="block" size="sm" c="dimmed">
            {details}
          </Text>
        )}
        {published !== null && (
          <Text span display="block" size="sm" c="dimmed">
            {published.text}{' '}
            <TextLink to={versionPath(published.version)}>Show version {published.version}</TextLink>
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
