// Where the CRM is, and how to sign in there.

import { Button, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../components/form-error.tsx';
import { useConnectCrm } from './crm-calls.ts';

const EXISTING = [
  { value: '0', label: 'Only new leads' },
  { value: '30', label: 'Also open leads of the last 30 days' },
  { value: '90', label: 'Also open leads of the last 90 days' },
  { value: '730', label: 'Also open leads of the last two years' },
];

const required = (text: string): string | null => (text.trim() === '' ? 'Required' : null);

export function ConnectForm() {
  const connect = useConnectCrm();
  const form = useForm({
    initialValues: { url: '', database: '', login: '', api_key: '', days: '0' },
    validate: { url: required, database: required, login: required, api_key: required },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ url, database, login, api_key, days }) =>
        connect.mutate({
          vendor: 'odoo',
          url: url.trim(),
          database: database.trim(),
          login: login.trim(),
          api_key: api_key.trim(),
          existing_days: Number(days),
        }),
      )}
    >
      <Stack gap="md" maw={480}>
        <FormError error={connect.error} />
        <TextInput
          label="URL"
          placeholder="https://mycompany.odoo.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <TextInput label="Database" autoComplete="off" {...form.getInputProps('database')} />
        <TextInput
          label="User"
          description="With access to all leads of Sales. An administrator lets Leadline add its fields."
          autoComplete="off"
          {...form.getInputProps('login')}
        />
        <PasswordInput
          label="API key"
          description="In Odoo: Preferences → Account Security → New API Key. Stored encrypted."
          autoComplete="off"
          {...form.getInputProps('api_key')}
        />
        <NativeSelect label="Leads to send" data={EXISTING} {...form.getInputProps('days')} />
        <Button type="submit" loading={connect.isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  );
}
