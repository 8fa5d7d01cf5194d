// A new secret, shown only once, and how to verify signatures with it.

import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { CopyField } from '../../components/copy-field.tsx';
import { Snippet } from '../../components/snippet.tsx';
import type { NewEndpoint } from './use-webhooks.ts';

interface NewSecretProps {
  readonly endpoint: NewEndpoint;
  readonly onDone: () => void;
}

const NODE_EXAMPLE = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// body: the raw request body. Throws if the signature is invalid.
const event = webhook.verify(body, request.headers);`;

export function NewSecret({ endpoint, onDone }: NewSecretProps) {
  const isSlack = endpoint.format === 'slack';
  return (
    <Stack gap="md">
      <CopyField
        label="Secret"
        description="Shown only once. Store it where your endpoint can read it."
        value={endpoint.secret}
        what="secret"
      />
      {isSlack ? (
        <Text>
          You’re done: Slack doesn’t use this secret. Its webhook URL is a secret itself, so keep it private.
        </Text>
      ) : (
        <section>
          <Title order={3} mb={6}>
            Verify signatures
          </Title>
          <Text mb="xs">
            Anyone who knows your URL can send requests to it. The signature proves that a request comes from
            Leadline. It follows the Standard Webhooks specification, so you can use its libraries.
          </Text>
          <List type="ordered" spacing={4} mb="sm">
            <List.Item>Read the raw request body before you parse any JSON.</List.Item>
            <List.Item>
              Compare the HMAC-SHA256 of <code>{'{webhook-id}.{webhook-timestamp}.{body}'}</code> with each
              signature in <code>webhook-signature</code>. One match is enough.
            </List.Item>
            <List.Item>Reject timestamps that are more than five minutes off.</List.Item>
            <List.Item>Ignore duplicate IDs, and return 2xx within 15 seconds.</List.Item>
          </List>
          <Snippet what="Node example" text={NODE_EXAMPLE} />
          <Text size="sm" c="dimmed" mt="xs">
            You’ll find complete examples for Node, PHP and Python in docs/receiving-webhooks.md in the
            Leadline repository.
          </Text>
        </section>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>I’ve saved the secret</Button>
      </Group>
    </Stack>
  );
}
