// One request in full: why it was refused, how each field was read, and the body as it came in.

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
      {body !== '' && <HowRead request={request} />}
      <div>
        <Title order={3} mb={6}>
          As received
        </Title>
        {body === '' ? (
          <Text size="sm" c="dimmed">
            {isCut ? 'It was refused before its body was read.' : 'There was no body.'}
          </Text>
        ) : (
          <Snippet what="body" text={makePretty(body, contentType)} />
        )}
        <Text size="sm" c="dimmed" mt={6}>
          {contentType === '' ? 'Without a content type' : contentType}
          {isCut && body !== '' && ' · only the first 16,000 characters are kept'}
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

function HowRead({ request }: { readonly request: Received }) {
  const read = request.is_cut ? null : readBody(request.body, request.content_type);
  const reading = useQuery({
    queryKey: queryKeys.fieldReading(request.request_id),
    // The engine is large, and whoever opens no request never needs it.
    queryFn: async () => traceFields(await import('@leadline/engine'), read?.ok ? read.body : null),
    enabled: read?.ok ?? false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div>
      <Title order={3} mb={6}>
        How it was read
      </Title>
      {request.is_cut ? (
        <Text size="sm" c="dimmed">
          The body was too long to be kept whole, so this cannot be shown.
        </Text>
      ) : !read?.ok ? (
        <Text size="sm" c="dimmed">
          It is neither JSON nor a form that can be read, so there are no fields to show.
        </Text>
      ) : reading.data !== undefined ? (
        <FieldTable reading={reading.data} isRefused={request.error !== null} />
      ) : reading.isError ? (
        <ErrorState error={reading.error} onRetry={() => void reading.refetch()} />
      ) : (
        <SkeletonRows rows={4} height={30} label="Reading the fields" />
      )}
    </div>
  );
}

function makePretty(body: string, contentType: string): string {
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
