// The form to add or edit an endpoint. Server errors are shown next to the field they refer to.

import type { Endpoint, EndpointBody, SubscribableEvent } from '@leadline/contract';
import {
  MAX_WEBHOOK_DESCRIPTION_LENGTH,
  MAX_WEBHOOK_RATE,
  MIN_WEBHOOK_RATE,
} from '@leadline/contract/limits';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeFailure } from '../../components/describe-failure.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { FormError } from '../../components/form-error.tsx';
import { formatCount } from '../../components/format-number.ts';
import classes from './endpoint-form.module.css';
import { EVENTS } from './event-labels.ts';
import { HeaderFields, toHeaders } from './header-fields.tsx';

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

const ADVANCED: readonly string[] = ['max_per_minute', 'headers'];

export function EndpointForm({ endpoint, onSubmit, onCancel, isPending, error }: EndpointFormProps) {
  const [rate, setRate] = useState(String(endpoint?.max_per_minute ?? ''));
  const [isAdvanced, setIsAdvanced] = useState(
    endpoint !== null && (endpoint.max_per_minute !== null || endpoint.headers.length > 0),
  );
  const form = useForm<EndpointValues>({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      format: endpoint?.format ?? 'standard',
      events: endpoint?.events ?? ['lead.scored'],
      min_grade: endpoint?.min_grade ?? 'Spam',
      max_per_minute: endpoint?.max_per_minute ?? null,
      headers: endpoint?.headers.map(({ name }) => ({ name })) ?? [],
    },
    validate: {
      url: (url) => (url.trim() === '' ? 'Enter a URL' : null),
      events: (events) => (events.length === 0 ? 'Choose at least one event' : null),
      max_per_minute: () => (isValidRate(rate) ? null : RATE_RULE),
    },
  });
  const rejected = findRejectedField(error, form.values);
  const showRejected = useEffectEvent(() => {
    if (rejected === null) return;
    form.setFieldError(rejected.field, rejected.message);
    if (ADVANCED.includes(rejected.field)) setIsAdvanced(true);
    form.getInputNode(rejected.field)?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once, until the field is changed
  useEffect(() => showRejected(), [error]);

  function submit(values: EndpointValues): void {
    onSubmit({
      ...values,
      url: values.url.trim(),
      description: values.description.trim(),
      max_per_minute: rate.trim() === '' ? null : Number(rate),
      headers: toHeaders(values.headers),
    });
  }

  function showAdvanced(errors: object): void {
    if (ADVANCED.some((field) => field in errors)) setIsAdvanced(true);
  }

  return (
    <form onSubmit={form.onSubmit(submit, showAdvanced)} noValidate>
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
        <details
          className={classes.advanced}
          open={isAdvanced}
          onToggle={(event) => setIsAdvanced(event.currentTarget.open)}
        >
          <summary>Advanced</summary>
          <Stack gap="md" mt="xs">
            <TextInput
              label="Deliveries per minute"
              description="Optional. Further deliveries wait. Use this if the receiver limits requests."
              placeholder="No limit"
              inputMode="numeric"
              autoComplete="off"
              value={rate}
              onChange={(event) => {
                setRate(event.currentTarget.value);
                form.clearFieldError('max_per_minute');
              }}
              error={form.errors.max_per_minute}
            />
            <HeaderFields
              headers={form.values.headers}
              stored={endpoint?.headers ?? []}
              error={typeof form.errors.headers === 'string' ? form.errors.headers : null}
              onChange={(headers) => {
                form.setFieldValue('headers', headers);
                form.clearFieldError('headers');
              }}
            />
          </Stack>
        </details>
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {endpoint === null ? 'Add webhook' : 'Save'}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}

const RATE_RULE = `Enter a whole number from ${formatCount(MIN_WEBHOOK_RATE)} to ${formatCount(MAX_WEBHOOK_RATE)}, or nothing`;

function isValidRate(text: string): boolean {
  const rate = Number(text);
  return (
    text.trim() === '' || (Number.isInteger(rate) && rate >= MIN_WEBHOOK_RATE && rate <= MAX_WEBHOOK_RATE)
  );
}

/** Null if the error isn't about a field in this form. */
function findRejectedField(
  error: unknown,
  values: EndpointValues,
): { field: string; message: string } | null {
  if (!(error instanceof LeadlineError)) return null;
  const [field] = error.fields;
  return field !== undefined && Object.hasOwn(values, field)
    ? { field, message: describeFailure(error) }
    : null;
}
