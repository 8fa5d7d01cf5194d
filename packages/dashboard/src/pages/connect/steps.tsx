// What to do in a tool, one step after the other.

import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './steps.module.css';

interface StepsProps {
  readonly steps: readonly ReactNode[];
  /** What of the tool's data is read, and what else is good to know. */
  readonly notes?: readonly ReactNode[];
}

export function Steps({ steps, notes = [] }: StepsProps) {
  return (
    <div className={classes.guide}>
      <List type="ordered" spacing="xs" classNames={{ item: classes.step ?? '' }}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never move
          <List.Item key={index}>{step}</List.Item>
        ))}
      </List>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes never move
        <Text key={index} size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      ))}
    </div>
  );
}
