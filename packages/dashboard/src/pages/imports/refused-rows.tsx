// The rows that were refused and why; all of them as a file to mend.

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
import { MAX_SHOWN, readRefused } from './read-refused.ts';

export function RefusedRows({ import: each }: { readonly import: Import }) {
  const { import_id: id, format, progress } = each;
  const address = fillPath(PATHS.importRefused, { id });
  const rows = useQuery({
    queryKey: queryKeys.rejectedRows(id, progress.refused),
    queryFn: ({ signal }) => readRefused(address, format === 'ndjson' ? 'ndjson' : 'csv', signal),
    staleTime: 5 * 60_000,
  });
  return (
    <section aria-labelledby="refused">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} id="refused">
          Refused rows
        </Title>
        <Button
          component="a"
          href={address}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          Download all
        </Button>
      </Group>
      <Text c="dimmed" mb="sm">
        Mend them in the downloaded file and import that. They are kept for 30 days.
        {progress.refused > MAX_SHOWN &&
          ` The first ${MAX_SHOWN} of ${formatCountOf(progress.refused, 'row')} are shown.`}
      </Text>
      {rows.data !== undefined ? (
        rows.data.length === 0 ? (
          <Text>They are not kept any more.</Text>
        ) : (
          <Box
            component="section"
            className={`${classes.framed} ${classes.long}`}
            aria-label="List of refused rows"
            tabIndex={0}
          >
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col" w={80}>
                    Line
                  </Table.Th>
                  <Table.Th scope="col">Why, and the row itself</Table.Th>
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
      ) : rows.isError ? (
        <ErrorState error={rows.error} onRetry={() => void rows.refetch()} isRetrying={rows.isFetching} />
      ) : (
        <SkeletonRows rows={4} height={36} label="Loading refused rows" />
      )}
    </section>
  );
}
