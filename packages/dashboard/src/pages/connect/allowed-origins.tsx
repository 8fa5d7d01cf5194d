// The sites whose pages may use the account's forms.

import { PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { describeFailure } from '../../components/describe-failure.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useSites } from './use-sites.ts';

export function AllowedOriginsForm() {
  const stored = useSites();
  if (stored.isPending) return <Skeleton height={120} />;
  if (stored.isLoadingError)
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

/** Names the line instead of the field of the request. */
function describeProblem(error: Error | null, text: string): unknown {
  const index =
    error instanceof LeadlineError ? /^origins\.(\d+)$/.exec(error.fields[0] ?? '')?.[1] : undefined;
  if (error === null || index === undefined) return error;
  const line = listSites(text)[Number(index)]?.line ?? 1;
  return `Line ${line}: ${describeFailure(error).replace(/^\S+ must /, '')}`;
}

const listSites = (text: string): readonly { readonly site: string; readonly line: number }[] =>
  text
    .split('\n')
    .map((site, index) => ({ site: site.trim(), line: index + 1 }))
    .filter(({ site }) => site !== '');

function OriginsEditor({ origins }: { readonly origins: readonly string[] }) {
  const [text, setText] = useState(origins.join('\n'));
  const save = useMutation({
    mutationFn: (wanted: readonly string[]) => call('PUT', PATHS.accountOrigins, { origins: wanted }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.allowedOrigins, saved);
      setText(saved.data.origins.join('\n'));
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(listSites(text).map(({ site }) => site));
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <FormError error={describeProblem(save.error, text)} />
        <Textarea
          label="Your sites"
          description="One per line, such as https://www.example.com. HTML forms can redirect to these sites, and only their pages can read a lead’s score. Forms on other sites work too: the lead is stored, and the visitor sees a thank-you message."
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
