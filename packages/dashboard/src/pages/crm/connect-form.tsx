// Which CRM, where it is, and how to sign in there.

import type { CrmConnection } from '@leadline/contract';
import { Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../components/form-error.tsx';
import { useConnectCrm } from './crm-calls.ts';
import { VENDORS } from './vendors.ts';

const EXISTING = [
  { value: '0', label: 'Only new leads' },
  { value: '30', label: 'Also open leads of the last 30 days' },
  { value: '90', label: 'Also open leads of the last 90 days' },
  { value: '730', label: 'Also open leads of the last two years' },
];

const CHOICES = Object.entries(VENDORS).map(([value, { name }]) => ({ value, label: name }));

type Vendor = CrmConnection['vendor'];

const INITIAL = {
  vendor: 'odoo' as Vendor,
  url: '',
  database: '',
  login: '',
  api_key: '',
  refresh_token: '',
  days: '0',
};

type Values = typeof INITIAL;

const requiredBy =
  (field: 'url' | 'database' | 'login') =>
  (text: string, { vendor }: Values): string | null =>
    VENDORS[vendor][field] !== undefined && text.trim() === '' ? 'Required' : null;

export function ConnectForm() {
  const connect = useConnectCrm();
  const form = useForm({
    initialValues: INITIAL,
    validate: {
      url: requiredBy('url'),
      database: requiredBy('database'),
      login: requiredBy('login'),
      api_key: (text) => (text.trim() === '' ? 'Required' : null),
    },
  });
  const { url, database, login, secret, refreshToken } = VENDORS[form.values.vendor];
  const submit = ({ vendor, days, ...texts }: Values): void => {
    const given = Object.entries(texts).flatMap(([field, text]) => {
      const isAsked = field === 'api_key' || field in VENDORS[vendor] || field === 'refresh_token';
      return isAsked && text.trim() !== '' ? [[field, text.trim()]] : [];
    });
    connect.mutate({
      vendor,
      existing_days: Number(days),
      api_key: texts.api_key.trim(),
      ...(Object.fromEntries(given) as Partial<Record<'url' | 'database' | 'login', string>>),
    });
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md" maw={480}>
        <FormError error={connect.error} />
        <NativeSelect
          label="CRM"
          data={CHOICES}
          value={form.values.vendor}
          onChange={(event) => {
            form.setValues({ ...INITIAL, vendor: event.currentTarget.value as Vendor });
            form.clearErrors();
          }}
        />
        {url !== undefined && (
          <TextInput
            label="URL"
            placeholder={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('url')}
          />
        )}
        {database !== undefined && (
          <TextInput label={database} autoComplete="off" {...form.getInputProps('database')} />
        )}
        {login !== undefined && (
          <TextInput
            label={login.label}
            description={login.description}
            autoComplete="off"
            {...form.getInputProps('login')}
          />
        )}
        <PasswordInput
          label={secret.label}
          description={secret.description}
          autoComplete="off"
          {...form.getInputProps('api_key')}
        />
        {refreshToken !== undefined && (
          <PasswordInput
            label="Refresh token (optional)"
            description={refreshToken}
            autoComplete="off"
            {...form.getInputProps('refresh_token')}
          />
        )}
        <NativeSelect label="Leads to send" data={EXISTING} {...form.getInputProps('days')} />
        <Button type="submit" loading={connect.isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  );
}
