// The audit log, newest first.

import type { AuditPage as AuditAnswer } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Center, SegmentedControl, Table, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import classes from './audit-page.module.css';
import { describeAction } from './describe-action.ts';
import { describeDetails } from './describe-details.ts';
import { Subject } from './subject.tsx';
import { type Names, useNames } from './use-names.ts';

type Entry = AuditAnswer['data'][number];

export function AuditPage() {
  const isOwner = useCan('owner');
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Changes to keys, team, webhooks, imports and privacy. Contains no personal data from leads."
      />
      {isOwner ? <AuditLog /> : <OwnersOnly what="see the audit log" />}
    </>
  );
}

type Category = 'changes' | 'security';

function AuditLog() {
  const [category, setCategory] = useState<Category>('changes');
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Show"
        data={[
          { value: 'changes', label: 'All changes' },
          { value: 'security', label: 'Security and sign-ins' },
        ]}
        value={category}
        onChange={(value) => setCategory(value as Category)}
      />
      {category === 'security' && (
        <Text size="sm" c="dimmed" mb="md">
          Keys, team and sign-in rules, and the sign-ins of members. Sign-ins are kept for 90 days.
        </Text>
      )}
      <Entries category={category} />
    </>
  );
}

function Entries({ category }: { readonly category: Category }) {
  const names = useNames();
  const log = useInfiniteQuery({
    queryKey: queryKeys.audit(category),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ category, ...(pageParam === null ? {} : { cursor: pageParam }) });
      return call<AuditAnswer>('GET', `${PATHS.audit}?${query}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
  if (log.data === undefined) {
    return log.isError ? (
      <ErrorState error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />
    ) : (
      <SkeletonRows rows={10} height={36} label="Loading the audit log" />
    );
  }
  if (log.data.length === 0) {
    return (
      <EmptyState icon={IconActivity} title="No entries yet">
        Changes to keys, team, webhooks and imports will appear here.
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
            <EntryRow key={entry.entry_id} entry={entry} names={names} />
          ))}
        </Table.Tbody>
      </Table>
      <FormError error={log.isFetchNextPageError ? log.error : null} />
      <Center mt="md" aria-live="polite">
        {log.hasNextPage ? (
          <Button variant="default" onClick={() => void log.fetchNextPage()} loading={log.isFetchingNextPage}>
            Load more
          </Button>
        ) : (
          <Text c="dimmed" size="sm">
            End of the log
          </Text>
        )}
      </Center>
    </>
  );
}

function EntryRow({ entry, names }: { readonly entry: Entry; readonly names: Names }) {
  const details = describeDetails(entry.details, names);
  return (
    <Table.Tr>
      <Table.Td className={classes.when ?? ''}>
        <RelativeTime at={entry.at} />
      </Table.Td>
      <Table.Td className={classes.who ?? ''}>{names.nameActor(entry.actor)}</Table.Td>
      <Table.Td>
        {describeAction(entry)} <Subject entry={entry} names={names} />
        {details !== '' && (
          <Text span display="block" size="sm" c="dimmed">
            {details}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
