// The message, with its scored words marked.

import { Spoiler, Text } from '@mantine/core';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Section } from '../section.tsx';
import type { MarkedLead } from './mark-lead.ts';
import { Legend, MarkedText } from './marked-text.tsx';
import classes from './message-card.module.css';

interface MessageCardProps {
  readonly message: string;
  readonly marked: MarkedLead;
}

export function MessageCard({ message, marked }: MessageCardProps) {
  return (
    <Section title="Message" aside={message !== '' && <CopyButton value={message} what="message" />}>
      {message === '' ? (
        <Text size="sm" c="dimmed">
          No message.
        </Text>
      ) : (
        <Spoiler maxHeight={420} showLabel="Show all" hideLabel="Show less">
          <p className={classes.message} dir="auto">
            <MarkedText segments={marked.message} />
          </p>
        </Spoiler>
      )}
      <Legend labels={marked.legend} />
      {marked.unfound.length > 0 && (
        <p className={classes.beside}>
          Also found: {marked.unfound.map(({ label, quote }) => `${label} (“${quote}”)`).join('; ')}
        </p>
      )}
    </Section>
  );
}
