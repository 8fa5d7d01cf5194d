// The rejected rows with their reasons, and a download of all of them.

import type { Import } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Box, Button, Group, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { formatCountOf } from '../../components/format-number.ts';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import classes from './imports.module.css';
import { MAX_SHOWN, readRejected } from './read-rejected.ts';

export function RejectedRows({ import: job }: { readonly import: Import }) {
  const { import_id: id, format, progress, refused_not_kept: notKept } = job;
  const url = fillPath(PATHS.importRefused, { id });
  const rows = useQuery({
    queryKey: queryKeys.rejectedRows(id, progress.refused),
    queryFn: ({ signal }) => readRejected(url, format === 'ndjson' ? 'ndjson' : 'csv', signal),
    staleTime: 5 * 60_000,
  });
  return (
    <section aria-labelledby="rejected">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id="rejected">
          Rejected rows
        </Title>
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
      </Group>
      <Text c="dimmed" mb="sm">
        Download the rows, fix them, then import the corrected file. They are kept for 30 days.
        {progress.refused > MAX_SHOWN &&
          ` Showing the first ${MAX_SHOWN} of ${formatCountOf(progress.refused, 'row')}.`}
        {notKept > 0 &&
          ` ${formatCountOf(notKept, 'rejected row')} could not be kept, because there were too many.`}
      </Text>
      {rows.data !== undefined ? (
        rows.data.length === 0 ? (
          notKept < progress.refused && <Text>These rows have been deleted.</Text>
        ) : (
          <Box
            component="section"
            className={`${classes.framed} ${classes.long}`}
            aria-label="List of rejected rows"
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
        <SkeletonRows rows={4} height={36} label="Loading rejected rows" />
      )}
    </section>
  );
}
