// Every single weight, found by its name. `?advanced` in the URL opens it.

import { CloseButton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { findSettings } from './find-settings.ts';
import classes from './scoring.module.css';
import { SettingGroups, type SettingGroupsProps } from './setting-groups.tsx';

/** It is above. */
const TYPICAL_DEAL = 'typicalDeal';

export function AdvancedSettings(props: SettingGroupsProps) {
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const isOpen = search.has('advanced');
  const isSearching = text.trim() !== '';
  const groups = props.settings.groups.filter(({ id }) => id !== TYPICAL_DEAL);
  const found = findSettings(groups, text);

  function toggle(opens: boolean): void {
    if (opens !== isOpen)
      setSearch(opens ? { advanced: '' } : {}, { replace: true, preventScrollReset: true });
  }

  return (
    <details
      className={classes.advanced}
      open={isOpen}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary>
        Advanced{' '}
        <Text span size="sm" c="dimmed">
          Grades, every single weight, your questions, words that matter
        </Text>
      </summary>
      {isOpen && (
        <>
          <TextInput
            my="sm"
            aria-label="Find a setting"
            placeholder="Find a setting, such as “phone” or “Hot”"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={
              isSearching && <CloseButton size="sm" aria-label="Clear search" onClick={() => setText('')} />
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {isSearching && found.length === 0 ? (
            <Text size="sm" c="dimmed" role="status">
              No setting is called that.
            </Text>
          ) : (
            <SettingGroups
              {...props}
              groups={isSearching ? found : groups}
              open={isSearching ? found.map(({ id }) => id) : props.open}
              hasVocabulary={!isSearching}
            />
          )}
        </>
      )}
    </details>
  );
}
