// Picks a setup guide, using tabs beside it or a select on phones.

import { NativeSelect, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './integration-picker.module.css';
import { INTEGRATION_GROUPS } from './integrations.ts';

interface IntegrationPickerProps {
  readonly integrationId: string;
  readonly onPick: (integrationId: string) => void;
  /** The guide for the chosen integration. */
  readonly children: ReactNode;
}

export function IntegrationPicker({ integrationId, onPick, children }: IntegrationPickerProps) {
  const isNarrow = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  if (isNarrow) {
    return (
      <div className={classes.narrow}>
        <NativeSelect
          label="Send leads from"
          data={INTEGRATION_GROUPS.map(({ name, integrations }) => ({
            group: name,
            items: integrations.map(({ id, label }) => ({ value: id, label })),
          }))}
          value={integrationId}
          onChange={(event) => onPick(event.currentTarget.value)}
        />
        {children}
      </div>
    );
  }
  return (
    <Tabs
      value={integrationId}
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
        {INTEGRATION_GROUPS.map(({ name, integrations }) => (
          <div key={name} className={classes.group} role="presentation">
            <div className={classes.name} aria-hidden>
              {name}
            </div>
            {integrations.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </div>
        ))}
      </Tabs.List>
      <Tabs.Panel value={integrationId} className={classes.panel ?? ''}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
