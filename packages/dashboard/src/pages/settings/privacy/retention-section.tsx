// How long leads are kept. A shorter time deletes leads, so it is asked about first.

import type { Retention } from '@leadline/contract';
import { MAX_RETENTION_DAYS } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useCan } from '../../../session/use-session.ts';
import { OwnersOnly } from '../owners-only.tsx';
import { Section } from '../section.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export function RetentionSection() {
  const retention = useQuery({
    queryKey: queryKeys.retention,
    queryFn: ({ signal }) => call<{ data: Retention }>('GET', PATHS.retention, undefined, { signal }),
    select: (answer) => answer.data,
  });
  return (
    <Section
      title="How long leads are kept"
      description="Older leads are deleted automatically, with their outcomes and deliveries."
    >
      {retention.data !== undefined ? (
        <RetentionForm key={retention.data.days} kept={retention.data.days} />
      ) : retention.isError ? (
        <ErrorState
          error={retention.error}
          onRetry={() => void retention.refetch()}
          isRetrying={retention.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} height={28} label="Loading" />
      )}
    </Section>
  );
}

function RetentionForm({ kept }: { readonly kept: number | null }) {
  const isOwner = useCan('owner');
  const queryClient = useQueryClient();
  const [isLimited, setIsLimited] = useState(kept !== null);
  const [days, setDays] = useState(String(kept ?? 365));
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = isLimited ? readDays(days) : null;
  const save = useMutation({
    mutationFn: (retention: Retention) => call('PUT', PATHS.retention, retention),
    onSuccess: () => {
      setIsAsking(false);
      notifications.show({ message: 'Saved' });
      return queryClient.invalidateQueries({ queryKey: queryKeys.retention });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wanted === undefined) {
      field.current?.focus();
      return;
    }
    const deletesMore = wanted !== null && (kept === null || wanted < kept);
    if (deletesMore) setIsAsking(true);
    else save.mutate({ days: wanted });
  }
  if (!isOwner) {
    return (
      <Stack gap="sm">
        <p style={{ margin: 0 }}>
          {kept === null
            ? 'Leads are kept until they are deleted.'
            : `Leads are deleted after ${formatCountOf(kept, 'day')}.`}
        </p>
        <OwnersOnly what="change this" />
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={400}>
        {!isAsking && <FormError error={save.error} />}
        <Radio.Group
          aria-label="How long leads are kept"
          value={isLimited ? 'days' : 'ever'}
          onChange={(choice) => setIsLimited(choice === 'days')}
        >
          <Stack gap="xs">
            <Radio value="ever" label="For good, until somebody deletes them" />
            <Radio value="days" label="For a number of days" />
          </Stack>
        </Radio.Group>
        {isLimited && (
          <TextInput
            ref={field}
            label="Days"
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            error={wanted === undefined && `Write whole days, from 1 to ${formatCount(MAX_RETENTION_DAYS)}`}
            styles={{ input: { width: 160 } }}
          />
        )}
        <Group>
          <Button type="submit" loading={save.isPending && !isAsking} disabled={wanted === kept}>
            Save
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          save.reset();
          setIsAsking(false);
        }}
        title="Delete older leads"
        confirmLabel="Save and delete"
        onConfirm={() => save.mutate({ days: wanted ?? null })}
        isPending={save.isPending}
        error={save.error}
      >
        Leads that came in before {DAY.format(Date.now() - (wanted ?? 0) * DAY_MS)} will be deleted within an
        hour or so, for good; and from then on each lead when it is {formatCountOf(wanted ?? 0, 'day')} old.
      </ConfirmDialog>
    </form>
  );
}

/** Nothing for what is no whole number of days; "36,500" is one. */
function readDays(text: string): number | undefined {
  const digits = text.trim().replace(/,(?=\d{3}(?!\d))/g, '');
  if (!/^\d{1,6}$/.test(digits)) return undefined;
  const days = Number(digits);
  return days >= 1 && days <= MAX_RETENTION_DAYS ? days : undefined;
}
