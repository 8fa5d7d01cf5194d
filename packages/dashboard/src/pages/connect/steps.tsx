// The numbered steps of a setup guide.

import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './steps.module.css';

interface StepsProps {
  readonly steps: readonly ReactNode[];
  /** Other useful information, such as which of the tool's fields are read. */
  readonly notes?: readonly ReactNode[];
}

export function Steps({ steps, notes = [] }: StepsProps) {
  return (
    <div className={classes.guide}>
      <List type="ordered" spacing="xs" classNames={{ item: classes.step ?? '' }}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <List.Item key={index}>{step}</List.Item>
        ))}
      </List>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes never change
        <Text key={index} size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      ))}
    </div>
  );
}
