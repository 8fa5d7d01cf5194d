// The form that we render on the user's website: what it asks for, and the code to paste.

import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Snippet } from '../../components/snippet.tsx';
import { AllowedOriginsForm } from './allowed-origins.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import type { GuideProps } from './guide-props.ts';

const FIELDS = ['name', 'email', 'phone', 'company', 'message', 'budget'] as const;
const CONTACTS: readonly string[] = ['email', 'phone'];
const LANGUAGES = [
  { value: '', label: 'Same as the page' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
];
const THEMES = [
  { value: '', label: 'Match the page' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function EmbedGuide({ secret, noCopy }: GuideProps) {
  const [fields, setFields] = useState<readonly string[]>(['name', 'email', 'message']);
  const [chosenRequired, setRequired] = useState<readonly string[]>(['email']);
  const [language, setLanguage] = useState('');
  const [theme, setTheme] = useState('');
  const [source, setSource] = useState('');
  const contacts = fields.filter((field) => CONTACTS.includes(field));
  // A lead needs an email or a phone number, so the only one of them can't be left out or optional.
  const onlyContact = contacts.length === 1 ? contacts[0] : undefined;
  const required = FIELDS.filter(
    (field) => fields.includes(field) && (chosenRequired.includes(field) || field === onlyContact),
  );
  // In the order of the form, whichever was ticked last.
  const shown = FIELDS.filter((field) => fields.includes(field));
  const listed = shown.map((field) => (required.includes(field) ? `${field}*` : field)).join(',');
  const attributes = [
    `src="${window.location.origin}/embed.js"`,
    `data-token="${secret}"`,
    `data-fields="${listed}"`,
    ...(language === '' ? [] : [`data-language="${language}"`]),
    ...(theme === '' ? [] : [`data-theme="${theme}"`]),
    ...(source.trim() === '' ? [] : [`data-source="${escapeAttribute(source.trim())}"`]),
  ];
  return (
    <Stack gap="md">
      <Checkbox.Group label="Fields" value={[...fields]} onChange={setFields}>
        <Group gap="md" mt={4}>
          {FIELDS.map((field) => (
            <Checkbox key={field} value={field} label={nameOf(field)} disabled={field === onlyContact} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group label="Required" value={[...required]} onChange={setRequired}>
        <Group gap="md" mt={4}>
          {shown.map((field) => (
            <Checkbox
              key={field}
              value={field}
              label={nameOf(field)}
              aria-label={`${nameOf(field)} is required`}
              disabled={field === onlyContact}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm">
        <NativeSelect
          label="Language"
          data={LANGUAGES}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <NativeSelect
          label="Colors"
          data={THEMES}
          value={theme}
          onChange={(event) => setTheme(event.currentTarget.value)}
        />
        <TextInput
          label="Source"
          placeholder="The name of the key"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        If a visitor comes from a campaign link, <code>utm_source</code> becomes the source, and the other{' '}
        <code>utm_</code> parameters are stored with the lead.
      </Text>
      <Text size="sm">Paste this where the form should appear:</Text>
      <Snippet
        what="embed code"
        noCopy={noCopy}
        text={`<script async\n  ${attributes.join('\n  ')}></script>`}
      />
      <div>
        <Title order={4} mb="xs">
          Preview
        </Title>
        <EmbedPreview fields={listed} language={language} theme={theme} />
      </div>
      <Text size="sm" c="dimmed">
        Change colors with CSS on your page, for example <code>{':root { --leadline-accent: #0a7d4f }'}</code>
        . Bots that fill in the form are graded as spam. Everyone who views the page can see the key, but it
        can only send leads.
      </Text>
      <AllowedOriginsForm />
    </Stack>
  );
}

const nameOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
