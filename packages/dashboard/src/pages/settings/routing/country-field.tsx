// Chooses countries by name. What was typed stays until it is chosen or cleared, so that the form can refuse it instead
// of dropping it silently.

import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { listCountries } from './countries.ts';
import { useClosingList } from './use-closing-list.ts';

interface CountryFieldProps
  extends Pick<MultiSelectProps, 'label' | 'description' | 'maxValues' | 'value' | 'onChange' | 'error'> {
  /** Countries that leads came from, shown first. */
  readonly seen: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function CountryField({ seen, text, onText, ...input }: CountryFieldProps) {
  const list = useClosingList();
  const isLeaving = useRef(false);

  function changeText(changed: string): void {
    // The component clears the text when the focus leaves it.
    if (isLeaving.current) isLeaving.current = false;
    else onText(changed);
  }

  return (
    <MultiSelect
      {...input}
      data={listCountries(seen)}
      searchable
      nothingFoundMessage="No country with this name"
      searchValue={text}
      onSearchChange={changeText}
      // Enter chooses the first match. Without a text, it would choose a country at random.
      selectFirstOptionOnChange={text !== ''}
      selectFirstOptionOnDropdownOpen={text !== ''}
      onKeyDown={keepFromSubmitting}
      onBlur={() => {
        isLeaving.current = text !== '';
      }}
      {...list.props}
    />
  );
}

/** The list still handles the key. */
function keepFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

export const validateCountryText = (text: string): string | null =>
  text.trim() === '' ? null : 'Choose a country from the list, or clear the text';
