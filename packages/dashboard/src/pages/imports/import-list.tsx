// Earlier imports, newest first.

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
import { useCan } from '../../session/use-session.ts';
import { percentOf } from './import-words.ts';
import classes from './imports.module.css';
import { StatusLabel } from './status-label.tsx';
import { importPage, importsQuery } from './use-imports.ts';

export function ImportList() {
  const imports = useQuery(importsQuery);
  return (
    <section aria-labelledby="earlier">
      <Title order={2} id="earlier" mb="sm">
        Earlier imports
      </Title>
      {imports.data !== undefined ? (
        imports.data.length === 0 ? (
          <NoImports />
        ) : (
          <ImportTable imports={imports.data} />
        )
      ) : imports.isError ? (
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
  const mayImport = useCan('rep');
  return (
    <EmptyState icon={IconFileImport} title="Nothing has been imported yet">
      {mayImport
        ? 'Drop a file above: an export of your CRM, or a spreadsheet saved as CSV. Outcomes in it are kept, so that insights start with a past.'
        : 'Your role may look, but not import. Ask an owner to change it.'}
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
            <Table.Th scope="col">State</Table.Th>
            <Table.Th scope="col" ta="right">
              Stored
            </Table.Th>
            <Table.Th scope="col" ta="right" className={classes.wide ?? ''}>
              Refused
            </Table.Th>
            <Table.Th scope="col" className={classes.wide ?? ''}>
              Uploaded
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((each) => (
            <Table.Tr key={each.import_id}>
              <Table.Td>
                <Anchor component={Link} to={importPage(each.import_id)} className={classes.fileName ?? ''}>
                  {each.file_name}
                </Anchor>
                <Text span size="sm" c="dimmed" className={classes.size ?? ''}>
                  {formatBytes(each.file_bytes)}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusLabel status={each.status} />
                {each.status === 'running' && (
                  <Progress.Root size="xs" mt={4} maw={120}>
                    <Progress.Section
                      value={percentOf(each.progress.bytes_read, each.file_bytes)}
                      aria-label={`Progress of ${each.file_name}`}
                    />
                  </Progress.Root>
                )}
              </Table.Td>
              <Table.Td ta="right">{formatCount(each.progress.stored)}</Table.Td>
              <Table.Td ta="right" className={classes.wide ?? ''}>
                {formatCount(each.progress.refused)}
              </Table.Td>
              <Table.Td className={classes.wide ?? ''}>
                <RelativeTime at={each.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
