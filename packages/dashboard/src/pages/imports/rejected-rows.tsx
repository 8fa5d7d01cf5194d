// The rejected rows with their reasons and a download of all of them, and the same for rows stored with a warning.

import type { Import } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Box, Button, Group, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useAccount } from '../../session/use-session.ts';
import classes from './imports.module.css';
import { MAX_SHOWN, readRejected } from './read-rejected.ts';

export function RejectedRows({ import: job }: { readonly import: Import }) {
  const { refused } = job.progress;
  const { refused_not_kept: notKept } = job;
  const { can_export_leads: canExport } = useAccount();
  return (
    <Rows
      import={job}
      id="rejected"
      title="Rejected rows"
      path={PATHS.importRefused}
      count={refused}
      isEmpty={notKept >= refused}
    >
      {canExport
        ? 'Download the rows, fix them, then import the corrected file.'
        : 'Ask an owner to download the rows: in this account, you can’t export leads.'}{' '}
      They are kept for 30 days.
      {refused > MAX_SHOWN && ` Showing the first ${MAX_SHOWN} of ${formatCountOf(refused, 'row')}.`}
      {notKept > 0 &&
        ` ${formatCountOf(notKept, 'rejected row')} could not be kept, because there were too many.`}
    </Rows>
  );
}

export function WarningRows({ import: job }: { readonly import: Import }) {
  const { warnings } = job.progress;
  return (
    <Rows
      import={job}
      id="warnings"
      title="Warnings"
      path={PATHS.importWarnings}
      count={warnings}
      isEmpty={false}
    >
      These leads were stored, but without a date or a deal value of the file. The first 1,000 rows are kept
      for 30 days.
      {warnings > MAX_SHOWN && ` Showing the first ${MAX_SHOWN} of ${formatCountOf(warnings, 'row')}.`}
    </Rows>
  );
}

interface RowsProps {
  readonly import: Import;
  readonly id: string;
  readonly title: string;
  readonly path: typeof PATHS.importRefused | typeof PATHS.importWarnings;
  readonly count: number;
  /** None of them was kept. */
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Rows({ import: job, id, title, path, count, isEmpty, children }: RowsProps) {
  const { can_export_leads: canExport } = useAccount();
  const url = fillPath(path, { id: job.import_id });
  const rows = useQuery({
    queryKey: queryKeys.importRows(job.import_id, id, count),
    queryFn: ({ signal }) =>
      readRejected(`${url}?limit=${MAX_SHOWN}`, job.format === 'ndjson' ? 'ndjson' : 'csv', signal),
    staleTime: 5 * 60_000,
  });
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {canExport && (
          <Button
            component="a"
            href={url}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            Download all
          </Button>
        )}
      </Group>
      <Text c="dimmed" mb="sm">
        {children}
      </Text>
      {rows.data !== undefined ? (
        rows.data.length === 0 ? (
          !isEmpty && <Text>These rows have been deleted.</Text>
        ) : (
          <Box
            component="section"
            className={`${classes.framed} ${classes.long}`}
            aria-label={`List of ${title.toLowerCase()}`}
            tabIndex={0}
          >
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col" w={80}>
                    Line
                  </Table.Th>
                  <Table.Th scope="col">Reason and row</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.data.map(({ line, reason, text }) => (
                  <Table.Tr key={line}>
                    <Table.Td className={classes.line ?? ''}>{line}</Table.Td>
                    <Table.Td>
                      {reason}
                      <span className={classes.raw}>{text}</span>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Box>
        )
      ) : rows.isLoadingError ? (
        <ErrorState error={rows.error} onRetry={() => void rows.refetch()} isRetrying={rows.isFetching} />
      ) : (
        <SkeletonRows rows={4} height={36} label={`Loading ${title.toLowerCase()}`} />
      )}
    </section>
  );
}
