// Guides for the user's own website: a form that we render, and a form that they write themselves.

import { Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Snippet } from '../../components/snippet.tsx';
import { AllowedOriginsForm } from './allowed-origins.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import type { GuideProps } from './guide-props.ts';

const FIELDS = ['name', 'email', 'phone', 'company', 'message', 'budget'] as const;
const LANGUAGES = [
  { value: '', label: 'Same as the page' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
];

export function EmbedGuide({ secret, noCopy }: GuideProps) {
  const [fields, setFields] = useState<readonly string[]>(['name', 'email', 'message']);
  const [language, setLanguage] = useState('');
  // In the order of the form, whichever was ticked last. Without an email, the phone number is required.
  const required = fields.includes('email') ? 'email' : 'phone';
  const shown = FIELDS.filter((field) => fields.includes(field))
    .map((field) => (field === required ? `${field}*` : field))
    .join(',');
  const attributes = [
    `src="${window.location.origin}/embed.js"`,
    `data-token="${secret}"`,
    `data-fields="${shown}"`,
    ...(language === '' ? [] : [`data-language="${language}"`]),
  ];
  return (
    <Stack gap="md">
      <Checkbox.Group label="Fields" value={[...fields]} onChange={setFields}>
        <Group gap="md" mt={4}>
          {FIELDS.map((field) => (
            <Checkbox
              key={field}
              value={field}
              label={field.charAt(0).toUpperCase() + field.slice(1)}
              disabled={field === required && !fields.includes(field === 'email' ? 'phone' : 'email')}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <NativeSelect
        label="Language"
        data={LANGUAGES}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
        maw={240}
      />
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
        <EmbedPreview fields={shown} language={language} />
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

export function HtmlGuide({ url, noCopy }: GuideProps) {
  return (
    <Stack gap="md">
      <Snippet
        what="HTML form"
        noCopy={noCopy}
        text={`<form action="${url}" method="post">
  <label>Name <input name="name" autocomplete="name"></label>
  <label>Email <input name="email" type="email" autocomplete="email" required></label>
  <label>Phone <input name="phone" type="tel" autocomplete="tel"></label>
  <label>When do you want to start? <input name="custom_fields[When do you want to start?]"></label>
  <label>Message <textarea name="message"></textarea></label>
  <input name="source" type="hidden" value="website">
  <input name="_redirect" type="hidden" value="https://www.example.com/thanks">
  <div hidden><input name="_website" tabindex="-1" autocomplete="off"></div>
  <button>Send</button>
</form>`}
      />
      <Text size="sm">
        After sending the form, visitors go to the page in <code>_redirect</code> if it’s on one of your sites
        below. Otherwise, they see a short thank-you page. Leads with text in the hidden field{' '}
        <code>_website</code> are graded as spam. Files are dropped; only their names are kept.
      </Text>
      <AllowedOriginsForm />
      <Text size="sm" c="dimmed">
        Everyone who views the page can see the URL, but it can only send leads. If somebody abuses it, revoke
        its key. Never put an <code>ll_live_…</code> key in a page.
      </Text>
    </Stack>
  );
}
