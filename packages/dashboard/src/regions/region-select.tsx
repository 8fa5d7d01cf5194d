// Chooses a time zone or currency by typing a part of its name. Text that fits no single option is an error, and keeps the
// form from being submitted: the value is still the one chosen before, which is not what the person sees.

import { Select } from '@mantine/core';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Choice } from './regions.ts';

/** More than anyone scrolls through; typing finds the rest. */
const MAX_OPTIONS = 200;

interface Props {
  readonly label: 'Time zone' | 'Currency';
  readonly description?: ReactNode;
  readonly data: Choice[];
  readonly value?: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
}

export function RegionSelect({ label, description, data, value = '', onChange, error }: Props) {
  const chosen = data.find((choice) => choice.value === value)?.label ?? '';
  const [text, setText] = useState(chosen);
  const [showsError, setShowsError] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = text !== chosen;
  const thing = label.toLowerCase();

  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isOpen) return;
    function stopSubmit(event: SubmitEvent): void {
      event.preventDefault();
      event.stopPropagation();
      setShowsError(true);
      input.current?.focus();
    }
    form.addEventListener('submit', stopSubmit);
    return () => form.removeEventListener('submit', stopSubmit);
  }, [isOpen]);

  function choose(choice: Choice): void {
    setText(choice.label);
    setShowsError(false);
    if (choice.value !== value) onChange(choice.value);
  }

  function leave({ currentTarget }: FocusEvent<HTMLInputElement>): void {
    const match = findMatch(data, currentTarget.value);
    // Mantine has just put the label of the former choice back.
    setText(currentTarget.value);
    setShowsError(true);
    if (match !== null) choose(match);
  }

  return (
    <Select
      ref={input}
      label={label}
      description={description}
      data={data}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onOptionSubmit={(submitted) => {
        const choice = data.find((one) => one.value === submitted);
        if (choice !== undefined) choose(choice);
      }}
      // On focus for the keyboard; a click places the cursor after the focus, so select once more.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => !isOpen && event.currentTarget.select()}
      onBlur={leave}
      error={isOpen && showsError ? `Choose a ${thing} from the list` : error}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      limit={MAX_OPTIONS}
      nothingFoundMessage={`No such ${thing}`}
    />
  );
}

/** The option with this label or code, or else the only one that contains the text. */
function findMatch(data: readonly Choice[], text: string): Choice | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const exact = data.find((choice) =>
    [choice.label, choice.value].some((name) => name.toLowerCase() === wanted),
  );
  if (exact !== undefined) return exact;
  const [first, ...others] = data.filter((choice) => choice.label.toLowerCase().includes(wanted));
  return first !== undefined && others.length === 0 ? first : null;
}
