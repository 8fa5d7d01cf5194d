// A secret, shown once, and what the receiver does with it.

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
// body: the text as it came. Throws unless it is genuine.
const event = webhook.verify(body, request.headers);`;

export function NewSecret({ endpoint, onDone }: NewSecretProps) {
  const isSlack = endpoint.format === 'slack';
  return (
    <Stack gap="md">
      <CopyField
        label="Secret"
        description="Shown only now. Keep it where the receiver can read it."
        value={endpoint.secret}
        what="secret"
      />
      {isSlack ? (
        <Text>Slack does not check it: there, the address is the secret. Nothing else is to be done.</Text>
      ) : (
        <section>
          <Title order={3} mb={6}>
            How to verify
          </Title>
          <Text mb="xs">
            Whoever knows your address can send to it; the signature tells us from others. It follows Standard
            Webhooks, so its libraries verify it.
          </Text>
          <List type="ordered" spacing={4} mb="sm">
            <List.Item>Take the body as it came, before any JSON is parsed.</List.Item>
            <List.Item>
              Compare HMAC-SHA256 of <code>{'{webhook-id}.{webhook-timestamp}.{body}'}</code> with each
              signature in <code>webhook-signature</code>; one that fits is enough.
            </List.Item>
            <List.Item>Refuse a timestamp more than five minutes off.</List.Item>
            <List.Item>Pass over an id you have had before, and answer 2xx within 15 seconds.</List.Item>
          </List>
          <Snippet what="Node example" text={NODE_EXAMPLE} />
          <Text size="sm" c="dimmed" mt="xs">
            Whole receivers for Node, PHP and Python are in docs/receiving-webhooks.md of Leadline.
          </Text>
        </section>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>I have kept the secret</Button>
      </Group>
    </Stack>
  );
}
