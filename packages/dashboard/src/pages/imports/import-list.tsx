// Past imports, newest first.

import type { Import } from '@leadline/contract';
import { Anchor, Progress, Table, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { formatBytes, formatCount } from '../../components/format-number.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { percentOf } from './import-labels.ts';
import classes from './imports.module.css';
import { StatusLabel } from './status-label.tsx';
import { importPage, importsQuery } from './use-imports.ts';

export function ImportList() {
  const imports = useQuery(importsQuery);
  return (
    <section aria-labelledby="earlier">
      <Title order={2} id="earlier" mb="sm">
        Past imports
      </Title>
      {imports.data !== undefined ? (
        imports.data.length === 0 ? (
          <NoImports />
        ) : (
          <ImportTable imports={imports.data} />
        )
      ) : imports.isLoadingError ? (
        <ErrorState
          error={imports.error}
          onRetry={() => void imports.refetch()}
          isRetrying={imports.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} height={44} label="Loading imports" />
      )}
    </section>
  );
}

function NoImports() {
  return (
    <EmptyState icon={IconFileImport} title="No imports yet">
      Drop a file above: a CRM export or a spreadsheet. Include outcomes to get insights right away.
    </EmptyState>
  );
}

function ImportTable({ imports }: { readonly imports: readonly Import[] }) {
  return (
    <Table.ScrollContainer minWidth={320} className={classes.framed ?? ''} type="native">
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">File</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            <Table.Th scope="col" ta="right">
              Stored
            </Table.Th>
            <Table.Th scope="col" ta="right" className={classes.wide ?? ''}>
              Rejected
            </Table.Th>
            <Table.Th scope="col" className={classes.wide ?? ''}>
              Uploaded
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((job) => (
            <Table.Tr key={job.import_id}>
              <Table.Td>
                <Anchor component={Link} to={importPage(job.import_id)} className={classes.fileName ?? ''}>
                  {job.file_name}
                </Anchor>
                <Text span size="sm" c="dimmed" className={classes.size ?? ''}>
                  {formatBytes(job.file_bytes)}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusLabel status={job.status} />
                {job.status === 'running' && (
                  <Progress.Root size="xs" mt={4} maw={120}>
                    <Progress.Section
                      value={percentOf(job.progress.bytes_read, job.file_bytes)}
                      aria-label={`Progress of ${job.file_name}`}
                    />
                  </Progress.Root>
                )}
              </Table.Td>
              <Table.Td ta="right">{formatCount(job.progress.stored)}</Table.Td>
              <Table.Td ta="right" className={classes.wide ?? ''}>
                {formatCount(job.progress.refused)}
              </Table.Td>
              <Table.Td className={classes.wide ?? ''}>
                <RelativeTime at={job.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
