// One import: prepared, followed while it runs, or looked back on.

import type { Import } from '@leadline/contract';
import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiFailure } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { formatBytes } from '../../components/format-number.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import { useCan } from '../../session/use-session.ts';
import classes from './imports.module.css';
import { Prepare } from './prepare.tsx';
import { Progress } from './progress.tsx';
import { Result } from './result.tsx';
import { StatusLabel } from './status-label.tsx';
import { importQuery, isMoving } from './use-imports.ts';

export function OneImport({ importId }: { readonly importId: string }) {
  const { data, error, refetch, isFetching } = useQuery(importQuery(importId));
  const isUnknown = error instanceof ApiFailure && error.status === 404;
  return (
    <>
      <Anchor component={Link} to={PAGES.imports} size="sm" className={classes.back ?? ''}>
        <IconArrowLeft size={15} aria-hidden /> All imports
      </Anchor>
      {data !== undefined ? (
        <Known import={data} />
      ) : isUnknown ? (
        <>
          <PageHeader title="Import" />
          <EmptyState icon={IconFileUnknown} title="There is no such import">
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

function Known({ import: each }: { readonly import: Import }) {
  const mayImport = useCan('rep');
  useNewLeadsAfter(each);
  return (
    <>
      <PageHeader
        title={each.file_name}
        description={
          <>
            {formatBytes(each.file_bytes)}
            {each.format !== null && ` of ${each.format.toUpperCase()}`}, uploaded{' '}
            <RelativeTime at={each.created_at} />
          </>
        }
        actions={
          <span role="status">
            <StatusLabel status={each.status} />
          </span>
        }
      />
      <Stack gap="lg">
        <KnownBefore />
        {each.status === 'uploading' ? (
          <Text>
            The file is on its way, or its upload was broken off. If so, upload the same file again.
          </Text>
        ) : each.status === 'ready' ? (
          mayImport ? (
            <Prepare import={each} />
          ) : (
            <Text>It waits to be started. Your role may look, but not import.</Text>
          )
        ) : isMoving(each) ? (
          <Progress import={each} />
        ) : (
          <Result import={each} />
        )}
      </Stack>
    </>
  );
}

/** Whoever uploads a file a second time should not wonder why nothing new comes in. */
function KnownBefore() {
  const { state } = useLocation();
  if ((state as { isKnown?: boolean } | null)?.isKnown !== true) return null;
  return (
    <Alert variant="outline" icon={<IconInfoCircle size={18} aria-hidden />}>
      <Text fw={600}>This very file was uploaded before</Text>
      <Text mt={2}>This is its import. The same file adds nothing twice.</Text>
    </Alert>
  );
}

/** Leads of a file are not told of one by one: when it is through, lists are asked for anew. */
function useNewLeadsAfter(each: Import): void {
  const wasMoving = useRef(false);
  const isRunning = isMoving(each);
  useEffect(() => {
    if (wasMoving.current && !isRunning)
      for (const queryKey of [queryKeys.leads, queryKeys.allInsights, queryKeys.usage])
        void queryClient.invalidateQueries({ queryKey });
    wasMoving.current = isRunning;
  }, [isRunning]);
}
