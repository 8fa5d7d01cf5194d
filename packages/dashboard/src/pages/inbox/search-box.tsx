// A search field that searches as you type, with a short delay.

import { MAX_SEARCH_LENGTH } from '@leadline/contract/limits';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

interface SearchBoxProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onSearch: (q: string) => void;
}

const DEBOUNCE_MS = 220;

export function SearchBox({ input, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);

  // Views, links and the Back button change the value from outside. Our own search coming back must not reset the text.
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) setText(value);
  }

  const search = useEffectEvent(() => {
    if (text.trim() !== value) onSearch(text.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay restarts with each keystroke
  useEffect(() => {
    const timer = window.setTimeout(() => search(), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);

  function clear(): void {
    setText('');
    onSearch('');
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' && text.trim() !== value) onSearch(text.trim());
    if (event.key !== 'Escape') return;
    if (text === '') event.currentTarget.blur();
    else clear();
  }

  return (
    <TextInput
      ref={input}
      type="text"
      role="searchbox"
      size="xs"
      aria-label="Search leads by name, company, email, phone or message"
      placeholder="Search name, company, message…"
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="xs" aria-label="Clear search" onClick={clear} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
