// The form to add or edit an endpoint. Server errors are shown next to the field they refer to.

import type { Endpoint, EndpointBody, SubscribableEvent } from '@leadline/contract';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH } from '@leadline/contract/limits';
import { Button, Checkbox, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { ApiFailure } from '../../api/call.ts';
import { FormError } from '../../components/form-error.tsx';
import { EVENTS } from './event-labels.ts';

export type EndpointValues = Required<EndpointBody>;

interface EndpointFormProps {
  /** The endpoint to edit, or null to add one. */
  readonly endpoint: Endpoint | null;
  readonly onSubmit: (values: EndpointValues) => void;
  readonly onCancel: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

const GRADE_CHOICES = [
  { value: 'Spam', label: 'All leads' },
  { value: 'Cold', label: 'Cold or better' },
  { value: 'Cool', label: 'Cool or better' },
  { value: 'Warm', label: 'Warm or better' },
  { value: 'Hot', label: 'Hot only' },
];

export function EndpointForm({ endpoint, onSubmit, onCancel, isPending, error }: EndpointFormProps) {
  const form = useForm<EndpointValues>({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      format: endpoint?.format ?? 'standard',
      events: endpoint?.events ?? ['lead.scored'],
      min_grade: endpoint?.min_grade ?? 'Spam',
    },
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter a URL' : null),
      events: (events) => (events.length === 0 ? 'Choose at least one event' : null),
    },
  });
  const rejected = findRejectedField(error, form.values);
  const showRejected = useEffectEvent(() => {
    if (rejected === null) return;
    form.setFieldError(rejected.field, rejected.message);
    form.getInputNode(rejected.field)?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once, until the field is changed
  useEffect(() => showRejected(), [error]);

  function submit(values: EndpointValues): void {
    onSubmit({ ...values, url: values.url.trim(), description: values.description.trim() });
  }

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <FormError error={rejected === null ? error : null} />
        <TextInput
          label="URL"
          description="Where to send events. Must start with https://"
          placeholder="https://hooks.example.com/leads"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Description"
          description="Optional"
          maxLength={MAX_WEBHOOK_DESCRIPTION_LENGTH}
          {...form.getInputProps('description')}
        />
        <Radio.Group label="Format" {...form.getInputProps('format')}>
          <Stack gap={6} mt={4}>
            <Radio value="standard" label="Signed JSON" description="For your own systems" />
            <Radio value="slack" label="Slack message" description="For a Slack incoming webhook" />
          </Stack>
        </Radio.Group>
        <Checkbox.Group label="Events" {...form.getInputProps('events')}>
          <Stack gap={6} mt={4}>
            {(Object.keys(EVENTS) as SubscribableEvent[]).map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={EVENTS[event].label}
                description={EVENTS[event].when}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.events.includes('lead.scored') && (
          <NativeSelect
            label="Scored leads to send"
            data={GRADE_CHOICES}
            {...form.getInputProps('min_grade')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {endpoint === null ? 'Add webhook' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Null if the error isn't about a field in this form. */
function findRejectedField(
  error: unknown,
  values: EndpointValues,
): { field: string; message: string } | null {
  if (!(error instanceof ApiFailure) || error.field === null || !Object.hasOwn(values, error.field))
    return null;
  return { field: error.field, message: error.message };
}
