// Code examples to copy. They send a shorter version of the test lead.

import { Text } from '@mantine/core';
import { Snippet } from '../../components/snippet.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { PAGES } from '../../navigation/page-paths.ts';
import type { GuideProps } from './guide-props.ts';

export function CurlGuide({ url, secret, noCopy }: GuideProps) {
  return (
    <Snippet
      what="curl command"
      noCopy={noCopy}
      text={`curl ${url} \\
  -H 'X-API-KEY: ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ana Lopez","email":"ana@acme.com","message":"We need 40 laptops by Friday"}'`}
    />
  );
}

export function JavaScriptGuide({ url, secret, noCopy }: GuideProps) {
  return (
    <>
      <Snippet
        what="JavaScript"
        noCopy={noCopy}
        text={`// Run this on your server: anyone with the key can read your leads.
const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'X-API-KEY': '${secret}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    name: 'Ana Lopez',
    email: 'ana@acme.com',
    message: 'We need 40 laptops by Friday',
    custom_fields: { 'When do you want to start?': 'Now' },
  }),
});
const { data } = await response.json();
console.log(data.score, data.grade, data.priority_action);`}
      />
      <Text size="sm">
        Never use this key in code that runs in a browser. There, use{' '}
        <TextLink to={`${PAGES.connect}?with=html`}>an intake URL</TextLink> instead: it can only send leads.
      </Text>
    </>
  );
}

export function PhpGuide({ url, secret, noCopy }: GuideProps) {
  return (
    <Snippet
      what="PHP"
      noCopy={noCopy}
      text={`<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'X-API-KEY: ${secret}',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'name' => 'Ana Lopez',
        'email' => 'ana@acme.com',
        'message' => 'We need 40 laptops by Friday',
    ]),
]);
$response = json_decode(curl_exec($request), true);
echo $response['data']['score'], ' ', $response['data']['grade'];`}
    />
  );
}

export function PythonGuide({ url, secret, noCopy }: GuideProps) {
  return (
    <Snippet
      what="Python"
      noCopy={noCopy}
      text={`import json
import urllib.request

lead = {
    "name": "Ana Lopez",
    "email": "ana@acme.com",
    "message": "We need 40 laptops by Friday",
}
request = urllib.request.Request(
    "${url}",
    data=json.dumps(lead).encode(),
    headers={
        "X-API-KEY": "${secret}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=10) as response:
    data = json.load(response)["data"]
print(data["score"], data["grade"])`}
    />
  );
}

export function HtmlGuide({ url, noCopy }: GuideProps) {
  return (
    <>
      <Snippet
        what="HTML form"
        noCopy={noCopy}
        text={`<form action="${url}" method="post">
  <input name="name" autocomplete="name" placeholder="Name">
  <input name="email" type="email" placeholder="Email" required>
  <input name="phone" type="tel" placeholder="Phone">
  <input name="custom_fields[When do you want to start?]" placeholder="When do you want to start?">
  <textarea name="message" placeholder="Message"></textarea>
  <input name="source" type="hidden" value="website">
  <button>Send</button>
</form>`}
      />
      <Text size="sm">
        Don’t set <code>enctype</code>: <code>multipart/form-data</code> is rejected. Submitted like this,
        visitors see a JSON response. To keep them on your page, send the form in the background:
      </Text>
      <Snippet
        what="script"
        text={`<script>
  const form = document.querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await fetch(form.action, { method: 'POST', mode: 'no-cors', body: new URLSearchParams(new FormData(form)) });
    form.replaceWith('Thank you.');
  });
</script>`}
      />
      <Text size="sm">
        Everyone who views the page can see the URL, but it can only send leads. If somebody abuses it, revoke
        its key. Never put an <code>ll_live_…</code> key in a page.
      </Text>
    </>
  );
}
