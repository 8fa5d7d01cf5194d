// Edits the currency, time zone, office hours and typical deal.

import type { Profile, ProfileResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { readAmount } from '@leadline/engine/amount';
import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure, call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormError } from '../../../components/form-error.tsx';
import { formatMoney } from '../../../components/format-number.ts';
import classes from './business.module.css';
import { WEEKDAYS } from './office-days.ts';
import { browserTimeZone, listCurrencies, listTimeZones, nameTimeZone } from './regions.ts';

/** More than anyone scrolls through; typing finds the rest. */
const MAX_OPTIONS = 200;

interface Values {
  readonly currency: string;
  readonly time_zone: string;
  readonly office_days: string[];
  readonly opens_at: string;
  readonly closes_at: string;
  readonly typical_deal: string;
}

export function BusinessForm({ profile }: { readonly profile: Profile }) {
  const currencies = useMemo(() => listCurrencies(profile.currency), [profile.currency]);
  const zones = useMemo(() => listTimeZones(profile.time_zone), [profile.time_zone]);
  const own = browserTimeZone();
  const form = useForm<Values>({ initialValues: toValues(profile), validate });
  const { currency, time_zone: zone, typical_deal: deal } = form.values;
  const amount = readAmount(deal);
  const save = useMutation({
    mutationFn: async (values: Values) => call<ProfileResult>('PUT', PATHS.profile, toProfile(values)),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.profile, saved);
      form.setInitialValues(toValues(saved.data));
      form.reset();
      notifications.show({ message: 'Saved' });
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.field !== null && error.field in form.values)
        form.setFieldError(error.field, error.message);
    },
  });
  const isAtField =
    save.error instanceof ApiFailure && save.error.field !== null && save.error.field in form.values;

  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md" maw={460}>
        {!isAtField && <FormError error={save.error} />}
        <Select
          label="Currency"
          description="Amounts recorded so far keep their number and are shown in this currency."
          data={currencies}
          searchable
          allowDeselect={false}
          limit={MAX_OPTIONS}
          nothingFoundMessage="No such currency"
          {...form.getInputProps('currency')}
        />
        <div>
          <Select
            label="Time zone"
            data={zones}
            searchable
            allowDeselect={false}
            limit={MAX_OPTIONS}
            nothingFoundMessage="No such time zone"
            {...form.getInputProps('time_zone')}
          />
          {zone !== own && (
            <Button
              variant="subtle"
              size="compact-sm"
              mt={4}
              onClick={() => form.setFieldValue('time_zone', own)}
            >
              Use this browser’s: {nameTimeZone(own)}
            </Button>
          )}
        </div>
        <Checkbox.Group label="Office days" {...form.getInputProps('office_days')}>
          <Group gap="sm" mt={6}>
            {WEEKDAYS.map((day, index) => (
              <Checkbox key={day} value={String(index + 1)} label={day} />
            ))}
          </Group>
        </Checkbox.Group>
        <div className={classes.hours}>
          <TextInput type="time" label="Opens at" {...form.getInputProps('opens_at')} />
          <TextInput type="time" label="Closes at" {...form.getInputProps('closes_at')} />
        </div>
        <div>
          <TextInput
            label="Typical deal (optional)"
            description="What an ordinary customer brings in. Scores don’t use it yet."
            inputMode="decimal"
            autoComplete="off"
            maxLength={60}
            {...form.getInputProps('typical_deal')}
          />
          <Text size="xs" c="dimmed" mt={4} mih={18} role="status">
            {amount !== null && `Reads as ${formatMoney(amount, currency)}`}
          </Text>
        </div>
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function validate({ office_days: days, opens_at: opens, closes_at: closes, typical_deal: deal }: Values) {
  const amount = readAmount(deal);
  return {
    office_days: days.length === 0 ? 'Choose at least one day' : null,
    opens_at: opens === '' ? 'Enter a time' : null,
    closes_at: closes === '' ? 'Enter a time' : closes <= opens ? 'Choose a time after opening' : null,
    typical_deal:
      deal.trim() !== '' && (amount === null || amount <= 0)
        ? 'Enter an amount like 24000 or 24,000.50'
        : null,
  };
}

const toValues = (profile: Profile): Values => ({
  ...profile,
  office_days: profile.office_days.map(String),
  typical_deal: profile.typical_deal === null ? '' : String(profile.typical_deal),
});

const toProfile = (values: Values): Profile => ({
  ...values,
  office_days: values.office_days.map(Number),
  typical_deal: readAmount(values.typical_deal),
});
