// One import: setup, progress or result.

import type { Import } from '@leadline/contract';
import { LeadlineError } from '@leadline/sdk/core';
import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { formatBytes } from '../../components/format-number.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import classes from './imports.module.css';
import { OtherSheets } from './other-sheets.tsx';
import { Prepare } from './prepare.tsx';
import { Progress } from './progress.tsx';
import { Result } from './result.tsx';
import { StatusLabel } from './status-label.tsx';
import { importQuery, isMoving } from './use-imports.ts';

export function ImportDetail({ importId }: { readonly importId: string }) {
  const { data, error, refetch, isFetching } = useQuery(importQuery(importId));
  const isUnknown = error instanceof LeadlineError && error.status === 404;
  return (
    <>
      <Anchor component={Link} to={PAGES.imports} size="sm" className={classes.back ?? ''}>
        <IconArrowLeft size={15} aria-hidden /> All imports
      </Anchor>
      {data !== undefined ? (
        <LoadedImport import={data} />
      ) : isUnknown ? (
        <>
          <PageHeader title="Import" />
          <EmptyState icon={IconFileUnknown} title="Import not found">
            It may belong to another account.
          </EmptyState>
        </>
      ) : error !== null ? (
        <>
          <PageHeader title="Import" />
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </>
      ) : (
        <>
          <PageHeader title="Import" />
          <Skeleton height={240} />
        </>
      )}
    </>
  );
}

const FORMAT_LABELS: Readonly<Record<string, string>> = { csv: 'CSV', ndjson: 'NDJSON', xlsx: 'Excel' };

function LoadedImport({ import: job }: { readonly import: Import }) {
  useRefreshWhenDone(job);
  return (
    <>
      <PageHeader
        title={job.file_name}
        description={
          <>
            {formatBytes(job.file_bytes)}
            {job.format !== null && ` ${FORMAT_LABELS[job.format] ?? ''}`}
            {job.sheet !== null && job.sheets.length > 1 && `, sheet “${job.sheet}”`}, uploaded{' '}
            <RelativeTime at={job.created_at} />
          </>
        }
        actions={
          <span role="status">
            <StatusLabel status={job.status} />
          </span>
        }
      />
      <Stack gap="lg">
        <DuplicateNotice />
        {job.status === 'uploading' ? (
          <Text>
            The file is still uploading, or the upload was interrupted. If it was, upload the same file again.
          </Text>
        ) : job.status === 'ready' ? (
          <Prepare key={job.header_line} import={job} />
        ) : isMoving(job) && job.status !== 'undoing' ? (
          <Progress import={job} />
        ) : (
          <Result import={job} />
        )}
        {job.sheets.length > 1 && job.status !== 'ready' && <OtherSheets import={job} />}
      </Stack>
    </>
  );
}

/** Explains why uploading the same file again adds no leads. */
function DuplicateNotice() {
  const { state } = useLocation();
  if ((state as { isKnown?: boolean } | null)?.isKnown !== true) return null;
  return (
    <Alert variant="outline" icon={<IconInfoCircle size={18} aria-hidden />}>
      <Text fw={600}>You already uploaded this file</Text>
      <Text mt={2}>This is its import. Uploading a file again never adds its leads twice.</Text>
    </Alert>
  );
}

/** The live stream doesn't announce imported leads, so everything that counts or lists leads is refetched at the end. */
function useRefreshWhenDone(job: Import): void {
  const wasMoving = useRef(false);
  const isRunning = isMoving(job);
  useEffect(() => {
    if (wasMoving.current && !isRunning)
      for (const queryKey of [queryKeys.leads, queryKeys.allInsights, queryKeys.usage])
        void queryClient.invalidateQueries({ queryKey });
    wasMoving.current = isRunning;
  }, [isRunning]);
}
