// One request in full: why it was rejected, how its fields were read, and its body.

import type { Received } from '@leadline/contract';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { describeRejection } from './describe-rejection.ts';
import { FieldTable } from './field-table.tsx';
import { readBody } from './read-body.ts';
import { traceFields } from './trace-fields.ts';

export function ReceivedDetail({ request }: { readonly request: Received }) {
  const { body, content_type: contentType, error, is_cut: isCut } = request;
  return (
    <Stack gap="md">
      {error !== null && <RejectionAlert request={request} />}
      {body !== '' && <FieldReading request={request} />}
      <div>
        <Title order={3} mb={6}>
          Request body
        </Title>
        {body === '' ? (
          <Text size="sm" c="dimmed">
            {isCut ? 'Rejected before the body was read.' : 'The request had no body.'}
          </Text>
        ) : (
          <Snippet what="body" text={prettify(body, contentType)} />
        )}
        <Text size="sm" c="dimmed" mt={6}>
          POST {request.path} · status {request.status} ·{' '}
          {contentType === '' ? 'no content type' : contentType}
          {isCut && body !== '' && ' · first 16,000 characters'}
        </Text>
      </div>
    </Stack>
  );
}

function RejectionAlert({ request }: { readonly request: Received }) {
  const { problem, advice } = describeRejection(request);
  return (
    <Alert color="red" variant="outline" icon={<IconAlertCircle size={18} aria-hidden />}>
      <Text fw={600}>{problem}</Text>
      <Text mt={2}>{advice}</Text>
    </Alert>
  );
}

function FieldReading({ request }: { readonly request: Received }) {
  const read = request.is_cut ? null : readBody(request.body, request.content_type);
  const reading = useQuery({
    queryKey: queryKeys.fieldReading(request.request_id),
    // The engine is large, so it is only loaded when a request is opened.
    queryFn: async () => traceFields(await import('@leadline/engine'), read?.ok ? read.body : null),
    enabled: read?.ok ?? false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      <Title order={3} mb={6}>
        Fields
      </Title>
      {request.is_cut ? (
        <Text size="sm" c="dimmed">
          The body was too long to store in full, so its fields can’t be shown.
        </Text>
      ) : !read?.ok ? (
        <Text size="sm" c="dimmed">
          The body is neither valid JSON nor a form, so there are no fields to show.
        </Text>
      ) : reading.data !== undefined ? (
        <FieldTable reading={reading.data} isRejected={request.error !== null} />
      ) : reading.isLoadingError ? (
        <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />
      ) : (
        <SkeletonRows rows={4} height={30} label="Loading fields" />
      )}
    </div>
  );
}

function prettify(body: string, contentType: string): string {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('[')) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return body;
    }
  }
  return contentType.startsWith('application/x-www-form-urlencoded') ? text.replaceAll('&', '\n&') : body;
}
