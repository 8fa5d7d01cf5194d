// Where leads come from: tabs beside the guide, or a plain list to choose from on a phone.

import { NativeSelect, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './way-picker.module.css';
import { WAY_GROUPS } from './ways.ts';

interface WayPickerProps {
  readonly wayId: string;
  readonly onPick: (wayId: string) => void;
  /** The guide of the way that is picked. */
  readonly children: ReactNode;
}

export function WayPicker({ wayId, onPick, children }: WayPickerProps) {
  const isNarrow = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  if (isNarrow) {
    return (
      <div className={classes.narrow}>
        <NativeSelect
          label="Send leads from"
          data={WAY_GROUPS.map(({ name, ways }) => ({
            group: name,
            items: ways.map(({ id, label }) => ({ value: id, label })),
          }))}
          value={wayId}
          onChange={(event) => onPick(event.currentTarget.value)}
        />
        {children}
      </div>
    );
  }
  return (
    <Tabs
      value={wayId}
      onChange={(picked) => picked !== null && onPick(picked)}
      orientation="vertical"
      variant="pills"
      classNames={{
        root: classes.tabs ?? '',
        list: classes.list ?? '',
        tab: classes.tab ?? '',
        tabLabel: classes.label ?? '',
      }}
    >
      <Tabs.List aria-label="Send leads from">
        {WAY_GROUPS.map(({ name, ways }) => (
          <div key={name} className={classes.group} role="presentation">
            <div className={classes.name} aria-hidden>
              {name}
            </div>
            {ways.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </div>
        ))}
      </Tabs.List>
      <Tabs.Panel value={wayId} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
