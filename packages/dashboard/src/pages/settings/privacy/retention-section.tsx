// How long leads are kept. A shorter period deletes leads, so it has to be confirmed.

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
import { Section } from '../section.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export function RetentionSection() {
  const retention = useQuery({
    queryKey: queryKeys.retention,
    queryFn: ({ signal }) => call('GET', PATHS.retention, undefined, { signal }),
    select: (answer) => answer.data,
  });
  return (
    <Section
      title="Data retention"
      description="How long leads stay. When one is deleted, its outcomes and deliveries go with it."
    >
      {retention.data !== undefined ? (
        <RetentionForm key={retention.data.days} kept={retention.data.days} />
      ) : retention.isLoadingError ? (
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
  const queryClient = useQueryClient();
  const [isLimited, setIsLimited] = useState(kept !== null);
  const [days, setDays] = useState(String(kept ?? 365));
  const [isConfirming, setIsConfirming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wanted = isLimited ? readDays(days) : null;
  const save = useMutation({
    mutationFn: (retention: Retention) => call('PUT', PATHS.retention, retention),
    onSuccess: () => {
      setIsConfirming(false);
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
    if (deletesMore) setIsConfirming(true);
    else save.mutate({ days: wanted });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={400}>
        {!isConfirming && <FormError error={save.error} />}
        <Radio.Group
          aria-label="Data retention"
          value={isLimited ? 'days' : 'forever'}
          onChange={(choice) => setIsLimited(choice === 'days')}
        >
          <Stack gap="xs">
            <Radio value="forever" label="Keep leads until I delete them" />
            <Radio value="days" label="Delete leads after a number of days" />
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
            error={
              wanted === undefined && `Enter a whole number from 1 to ${formatCount(MAX_RETENTION_DAYS)}`
            }
            styles={{ input: { width: 160 } }}
          />
        )}
        <Group>
          <Button type="submit" loading={save.isPending && !isConfirming} disabled={wanted === kept}>
            Save
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => {
          save.reset();
          setIsConfirming(false);
        }}
        title="Delete older leads?"
        confirmLabel="Save and delete"
        onConfirm={() => save.mutate({ days: wanted ?? null })}
        isPending={save.isPending}
        error={save.error}
      >
        <OlderLeads days={wanted ?? 0} /> will be deleted within about an hour. From then on, each lead is
        deleted when it is {formatCountOf(wanted ?? 0, 'day')} old. This can’t be undone.
      </ConfirmDialog>
    </form>
  );
}

/** "12 leads received before 3 March 2026" */
function OlderLeads({ days }: { readonly days: number }) {
  const [before] = useState(() => new Date(Date.now() - days * DAY_MS));
  const query = new URLSearchParams({ to: before.toISOString() });
  const { data: count } = useQuery({
    queryKey: queryKeys.inboxCounts(`retention ${days}`),
    queryFn: ({ signal }) => call('GET', `${PATHS.leadCounts}?${query}`, undefined, { signal }),
    select: ({ data }) => data.total,
  });
  const leads =
    count === undefined
      ? 'Leads'
      : count.is_capped
        ? `More than ${formatCount(count.count)} leads`
        : formatCountOf(count.count, 'lead');
  return (
    <>
      <b>{leads}</b> received before {DAY.format(before)}
    </>
  );
}

/** Undefined unless the text is a whole number of days within the limit; "36,500" is accepted. */
function readDays(text: string): number | undefined {
  const digits = text.trim().replace(/,(?=\d{3}(?!\d))/g, '');
  if (!/^\d{1,6}$/.test(digits)) return undefined;
  const days = Number(digits);
  return days >= 1 && days <= MAX_RETENTION_DAYS ? days : undefined;
}
