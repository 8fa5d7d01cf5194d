// The command palette: find a lead, go to a page, change the open lead, or switch the theme, all from the keyboard.

import { Modal } from '@mantine/core';
import { useState } from 'react';
import { filterOptions, OptionList } from '../components/option-list.tsx';
import { useCommands } from './use-commands.tsx';
import { useLeadSearch } from './use-lead-search.tsx';

interface CommandPaletteProps {
  readonly onClose: () => void;
  readonly onShowShortcuts: () => void;
}

export function CommandPalette({ onClose, onShowShortcuts }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const commands = useCommands(onShowShortcuts);
  const leads = useLeadSearch(text);
  const shown = [...leads.commands, ...filterOptions(commands, text)];

  function choose(value: string): void {
    onClose();
    shown.find((command) => command.value === value)?.run();
  }

  return (
    <Modal.Root opened onClose={onClose} centered={false} yOffset="12vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label="Search and commands">
        <Modal.Body p="xs">
          <OptionList
            label="Results"
            placeholder="Find a lead, a page or a command…"
            options={shown}
            onSearch={setText}
            onChoose={choose}
            empty={leads.message ?? 'Nothing found'}
          />
          <span className="only-heard" role="status">
            {leads.message ?? `${shown.length} results`}
          </span>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
