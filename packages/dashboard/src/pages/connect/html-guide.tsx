// Guide for a form that users write themselves.

import { Stack, Text } from '@mantine/core';
import { Snippet } from '../../components/snippet.tsx';
import { AllowedOriginsForm } from './allowed-origins.tsx';
import type { GuideProps } from './guide-props.ts';
import { useSites } from './use-sites.ts';

export function HtmlGuide({ url, noCopy }: GuideProps) {
  const [site] = useSites().data ?? [];
  const redirect =
    site === undefined ? '' : `\n  <input name="_redirect" type="hidden" value="${site}/thanks">`;
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
  <input name="source" type="hidden" value="website">${redirect}
  <div hidden><input name="_website" tabindex="-1" autocomplete="off"></div>
  <button>Send</button>
</form>`}
      />
      <Text size="sm">
        {site === undefined ? (
          <>
            After sending the form, visitors see a short thank-you page. To send them to a page of your own,
            add your site below.
          </>
        ) : (
          <>
            After sending the form, visitors go to the page in <code>_redirect</code>, which must be on one of
            your sites below. Without it, they see a short thank-you page.
          </>
        )}{' '}
        Leads with text in the hidden field <code>_website</code> are graded as spam. Files are dropped; only
        their names are kept.
      </Text>
      <AllowedOriginsForm />
      <Text size="sm" c="dimmed">
        Everyone who views the page can see the URL, but it can only send leads. If somebody abuses it, revoke
        its key. Never put an <code>ll_live_…</code> key in a page.
      </Text>
    </Stack>
  );
}
