// The sites whose pages may use the account's forms. Only owners can see and change them.

import type { AllowedOriginsResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useCan } from '../../session/use-session.ts';

export function AllowedOriginsForm() {
  const mayChange = useCan('owner');
  const stored = useQuery({
    queryKey: queryKeys.allowedOrigins,
    queryFn: ({ signal }) => call<AllowedOriginsResult>('GET', PATHS.accountOrigins, undefined, { signal }),
    select: ({ data }) => data.origins,
    enabled: mayChange,
  });
  if (!mayChange) return null;
  if (stored.isPending) return <Skeleton height={120} />;
  if (stored.isError)
    return (
      <ErrorState
        title="Couldn’t load your sites"
        error={stored.error}
        onRetry={() => void stored.refetch()}
        isRetrying={stored.isFetching}
      />
    );
  return <OriginsEditor origins={stored.data} />;
}

function OriginsEditor({ origins }: { readonly origins: readonly string[] }) {
  const [text, setText] = useState(origins.join('\n'));
  const save = useMutation({
    mutationFn: (wanted: readonly string[]) =>
      call<AllowedOriginsResult>('PUT', PATHS.accountOrigins, { origins: wanted }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.allowedOrigins, saved);
      setText(saved.data.origins.join('\n'));
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(
      text
        .split(/\s+/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    );
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <FormError error={save.error} />
        <Textarea
          label="Your sites"
          description="One per line, such as https://www.example.com. Forms can only redirect to these, and only their pages can read whether a lead was accepted. If empty, the embedded form works on any site."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          maw={480}
          spellCheck={false}
        />
        <Group gap="sm">
          <Button type="submit" variant="default" loading={save.isPending}>
            Save sites
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {save.isSuccess ? 'Saved' : ''}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
