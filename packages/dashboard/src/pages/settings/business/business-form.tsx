// Edits the name, currency, time zone, office hours, typical deal and lost reasons, and saves them together. The name is
// stored apart from the rest: if only one of them can be saved, the other stays as it was entered, with its error.

import type { AccountBody, Profile } from '@leadline/contract';
import { MAX_LOST_REASON_LENGTH, MAX_LOST_REASONS, MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { readAmount } from '@leadline/engine/amount';
import { LeadlineError } from '@leadline/sdk/core';
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { describeFailure } from '../../../components/describe-failure.ts';
import { FormError } from '../../../components/form-error.tsx';
import { formatMoney } from '../../../components/format-number.ts';
import { TextLink } from '../../../components/text-link.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { validateFilled } from '../../../components/validate.ts';
import { PAGES } from '../../../navigation/page-paths.ts';
import { RegionSelect } from '../../../regions/region-select.tsx';
import { browserTimeZone, listCurrencies, listTimeZones, nameTimeZone } from '../../../regions/regions.ts';
import { refreshSession, useAccount } from '../../../session/use-session.ts';
import { Section } from '../section.tsx';
import classes from './business.module.css';
import { WEEKDAYS } from './office-days.ts';

const EXAMPLE_AMOUNT = 10_000;

interface Values {
  readonly name: string;
  readonly currency: string;
  readonly time_zone: string;
  readonly office_days: string[];
  readonly opens_at: string;
  readonly closes_at: string;
  readonly typical_deal: string;
  /** One on each line. */
  readonly lost_reasons: string;
}

/** Shared with those who can only read it. */
const PROFILE_DESCRIPTION =
  'Deal values are in this currency. Office hours decide when a lead is overdue and when a snooze ends.';

export function BusinessForm({ profile }: { readonly profile: Profile }) {
  const account = useAccount();
  const currencies = useMemo(() => listCurrencies(profile.currency), [profile.currency]);
  const zones = useMemo(() => listTimeZones(profile.time_zone), [profile.time_zone]);
  const own = browserTimeZone();
  const [saved, setSaved] = useState<Values>(() => ({ name: account.name, ...toProfileValues(profile) }));
  const form = useForm<Values>({ initialValues: saved, validate });
  const { currency, time_zone: zone, typical_deal: deal } = form.values;
  const amount = readAmount(deal);
  const changes = listChanges(saved, form.values);
  const [isAsking, ask] = useDisclosure(false);

  function keep(stored: Partial<Values>): void {
    setSaved((before) => ({ ...before, ...stored }));
    form.setValues(stored);
  }

  async function saveName(name: string): Promise<void> {
    await call('PUT', PATHS.accountName, { name } satisfies AccountBody);
    await refreshSession();
    keep({ name });
  }

  async function saveProfile(values: Values): Promise<void> {
    const stored = await call('PUT', PATHS.profile, toProfile(values));
    queryClient.setQueryData(queryKeys.profile, stored);
    // Another typical deal is a new version of the scoring settings.
    void queryClient.invalidateQueries({ queryKey: queryKeys.settings });
    void queryClient.invalidateQueries({ queryKey: queryKeys.settingsVersions });
    keep(toProfileValues(stored.data));
  }

  const save = useMutation({
    mutationFn: async (values: Values): Promise<readonly unknown[]> => {
      const results = await Promise.allSettled([
        ...(changes.includes('name') ? [saveName(values.name.trim())] : []),
        ...(changes.some((field) => field !== 'name') ? [saveProfile(values)] : []),
      ]);
      return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    },
    onSuccess: (failures) => {
      for (const failure of failures) {
        const field = fieldOf(failure);
        if (field !== null) form.setFieldError(field, describeFailure(failure));
      }
      if (failures.length === 0) notifications.show({ message: 'Saved' });
    },
  });
  const failure = save.data?.find((one) => fieldOf(one) === null) ?? save.error;

  function submit(values: Values): void {
    if (changes.includes('currency')) ask.open();
    else save.mutate(values);
  }

  return (
    <>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Section title="Name" description="Your team sees it, and so do the people you invite.">
          <TextInput
            label="Name"
            maw={460}
            autoComplete="organization"
            maxLength={MAX_NAME_LENGTH}
            {...form.getInputProps('name')}
          />
        </Section>
        <Section title="Currency and hours" description={PROFILE_DESCRIPTION}>
          <Stack gap="md" maw={460}>
            <RegionSelect
              label="Currency"
              description="Amounts recorded so far are not converted; they are shown in this currency."
              data={currencies}
              {...form.getInputProps('currency')}
            />
            <div>
              <RegionSelect label="Time zone" data={zones} {...form.getInputProps('time_zone')} />
              {zone !== own && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  mt={4}
                  ml={-9}
                  onClick={() => form.setFieldValue('time_zone', own)}
                >
                  Use this browser’s: {nameTimeZone(own)}
                </Button>
              )}
            </div>
            <Checkbox.Group label="Office days" {...form.getInputProps('office_days')}>
              <div className={classes.days}>
                {WEEKDAYS.map((day, index) => (
                  <Checkbox key={day} value={String(index + 1)} label={day.slice(0, 3)} aria-label={day} />
                ))}
              </div>
            </Checkbox.Group>
            <div className={classes.hours}>
              <TextInput type="time" label="Opens at" {...form.getInputProps('opens_at')} />
              <TextInput type="time" label="Closes at" {...form.getInputProps('closes_at')} />
            </div>
            <div>
              <TextInput
                label="Typical deal (optional)"
                description="What an ordinary customer brings in. Scores compare the budgets of leads with it."
                inputMode="decimal"
                autoComplete="off"
                maxLength={60}
                {...form.getInputProps('typical_deal')}
              />
              <Text size="xs" c="dimmed" mt={4} mih={18} role="status">
                {amount !== null && `Reads as ${formatMoney(amount, currency)}`}
              </Text>
              <Text size="sm" c="dimmed" mt={4}>
                Saving another amount publishes a new version of the scoring settings. New leads are scored by
                it at once: with a higher typical deal, the same budget earns fewer points. Leads that are
                already scored keep their scores until you{' '}
                <TextLink to={PAGES.scoring}>re-score them</TextLink>. If Scoring has a typical deal of its
                own, scores stay the same.
              </Text>
            </div>
          </Stack>
        </Section>
        <Section
          title="Lost reasons"
          description="Offered when somebody marks a lead as lost, and counted in Insights."
        >
          <Textarea
            label="Reasons, one on each line"
            maw={460}
            autosize
            minRows={3}
            maxRows={MAX_LOST_REASONS}
            {...form.getInputProps('lost_reasons')}
          />
        </Section>
        <Stack gap="sm" maw={460} mt="md">
          <FormError error={failure} />
          <Group gap="sm">
            <Button type="submit" loading={save.isPending} disabled={changes.length === 0}>
              Save
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {changes.length > 0 && 'You have unsaved changes.'}
            </Text>
          </Group>
        </Stack>
      </form>
      <UnsavedGuard isChanged={changes.length > 0} what="business settings" />
      <ConfirmDialog
        opened={isAsking}
        onClose={ask.close}
        title={`Change the currency to ${currency}?`}
        confirmLabel="Change currency"
        onConfirm={() => {
          ask.close();
          save.mutate(form.values);
        }}
      >
        Amounts are not converted: a deal of {formatMoney(EXAMPLE_AMOUNT, profile.currency)} will be shown as{' '}
        {formatMoney(EXAMPLE_AMOUNT, currency)}. The same goes for the typical deal, which scores compare
        budgets with.
      </ConfirmDialog>
    </>
  );
}

function validate({
  name,
  office_days: days,
  opens_at: opens,
  closes_at: closes,
  typical_deal: deal,
  lost_reasons: reasons,
}: Values) {
  const amount = readAmount(deal);
  return {
    name: validateFilled('the name of your business')(name),
    office_days: days.length === 0 ? 'Choose at least one day' : null,
    opens_at: opens === '' ? 'Enter a time' : null,
    closes_at: closes === '' ? 'Enter a time' : closes <= opens ? 'Choose a time after opening' : null,
    typical_deal:
      deal.trim() !== '' && (amount === null || amount <= 0)
        ? 'Enter an amount like 24000 or 24,000.50'
        : null,
    lost_reasons: checkReasons(readLines(reasons)),
  };
}

function checkReasons(reasons: readonly string[]): string | null {
  if (reasons.length > MAX_LOST_REASONS) return `Enter at most ${MAX_LOST_REASONS} reasons`;
  const long = reasons.find((reason) => reason.length > MAX_LOST_REASON_LENGTH);
  if (long !== undefined) return `Shorten “${long.slice(0, 20)}…” to ${MAX_LOST_REASON_LENGTH} characters`;
  const known = reasons.map((reason) => reason.toLowerCase());
  const twice = reasons.find((reason, place) => known.indexOf(reason.toLowerCase()) < place);
  return twice === undefined ? null : `“${twice}” is there twice`;
}

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The fields that differ from what is saved. */
function listChanges(saved: Values, values: Values): readonly (keyof Values)[] {
  return FIELDS.filter((field) => normalize(field, saved) !== normalize(field, values));
}

const FIELDS = [
  'name',
  'currency',
  'time_zone',
  'office_days',
  'opens_at',
  'closes_at',
  'typical_deal',
  'lost_reasons',
] as const satisfies readonly (keyof Values)[];

/** Days can be checked in any order. */
const normalize = (field: keyof Values, values: Values): string =>
  field === 'office_days' ? values.office_days.toSorted().join() : values[field].trim();

/** The field that a failure is about. */
function fieldOf(failure: unknown): keyof Values | null {
  if (!(failure instanceof LeadlineError)) return null;
  return FIELDS.find((field) => field === failure.fields[0]) ?? null;
}

const toProfileValues = (profile: Profile): Omit<Values, 'name'> => ({
  ...profile,
  office_days: profile.office_days.map(String),
  typical_deal: profile.typical_deal === null ? '' : String(profile.typical_deal),
  lost_reasons: (profile.lost_reasons ?? []).join('\n'),
});

const toProfile = ({ name: _, ...values }: Values): Profile => ({
  ...values,
  office_days: values.office_days.map(Number).toSorted((a, b) => a - b),
  typical_deal: readAmount(values.typical_deal),
  lost_reasons: readLines(values.lost_reasons),
});
