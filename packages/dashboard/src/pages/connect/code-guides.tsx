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
