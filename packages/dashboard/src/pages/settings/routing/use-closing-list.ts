// Closes the list of a field after each choice, because it covers the field below. It opens again by a click, an arrow
// key or typing.

import { useState } from 'react';

export function useClosingList() {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    props: {
      dropdownOpened: isOpen,
      onDropdownOpen: () => setIsOpen(true),
      onDropdownClose: () => setIsOpen(false),
      onOptionSubmit: () => setIsOpen(false),
    },
  };
}
