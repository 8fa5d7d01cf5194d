// The commands that don't depend on what is typed: pages, the open lead, theme and help.

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconDeviceDesktop,
  IconKeyboard,
  IconListCheck,
  IconMoon,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { KeyHint } from '../components/key-hint.tsx';
import { PAGES } from '../navigation/page-paths.ts';
import { usePlaces } from '../navigation/places.ts';
import { askOutcome } from '../outcomes/ask-outcome.ts';
import { useCan } from '../session/use-session.ts';
import { useHiddenChecklist } from '../setup/hidden-checklist.ts';
import { SHELL_SHORTCUTS, useShortcutGroups } from '../shortcuts/shortcut-store.ts';
import { saveLeadWork } from '../work/save-lead-work.ts';
import { StatusBadge } from '../work/status-badge.tsx';
import { STATUS_NAMES, STATUSES } from '../work/status-names.ts';
import { useWork } from '../work/use-work.tsx';
import type { WorkLead } from '../work/work-change.ts';
import type { Command } from './command.ts';
import { useOpenLead } from './use-open-lead.ts';

const THEMES: readonly (readonly [MantineColorScheme, string, TablerIcon])[] = [
  ['light', 'Light theme', IconSun],
  ['dark', 'Dark theme', IconMoon],
  ['auto', 'System theme', IconDeviceDesktop],
];

export function useCommands(showShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [
    ...useLeadCommands(),
    ...useShortcutCommands(),
    ...usePlaces().flatMap(({ places }) =>
      places.map(
        ({ to, label, icon: Icon }): Command => ({
          value: to,
          label,
          icon: <Icon size={16} aria-hidden />,
          group: 'Go to',
          run: () => void navigate(to),
        }),
      ),
    ),
    ...THEMES.map(
      ([scheme, label, Icon]): Command => ({
        value: `theme-${scheme}`,
        label,
        icon: <Icon size={16} aria-hidden />,
        isChosen: scheme === colorScheme,
        group: 'Theme',
        run: () => setColorScheme(scheme),
      }),
    ),
    ...useChecklistCommand(),
    {
      value: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard size={16} aria-hidden />,
      group: 'Help',
      run: showShortcuts,
    },
  ];
}

/** Brings back a checklist that was hidden, on the page that has it. */
function useChecklistCommand(): readonly Command[] {
  const navigate = useNavigate();
  const canSetUp = useCan('owner');
  const { isHidden, show } = useHiddenChecklist();
  if (!isHidden || !canSetUp) return [];
  return [
    {
      value: 'checklist',
      label: 'Show the get-started checklist',
      icon: <IconListCheck size={16} aria-hidden />,
      group: 'Help',
      run: () => {
        show();
        void navigate(PAGES.connect);
      },
    },
  ];
}

/** What the page offers as single keys. Left out: moving about, which is no quicker here, and what is listed already. */
const LEFT_OUT: ReadonlySet<string> = new Set(['j', 'k', 'Enter', 'x', 'X', 'Escape', 'b', 's', '/']);
const STATUS_KEYS: ReadonlySet<string> = new Set(['c', 'w', 'l']);

function useShortcutCommands(): readonly Command[] {
  const groups = useShortcutGroups();
  const isLeadPage = useOpenLead() !== null;
  return groups
    .filter(({ name }) => name !== SHELL_SHORTCUTS)
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys }) => !LEFT_OUT.has(keys) && !(isLeadPage && STATUS_KEYS.has(keys)))
    .map(({ keys, label, run }) => ({
      value: `key-${keys}`,
      label,
      icon: <IconBolt size={16} aria-hidden />,
      hint: <KeyHint keys={keys} />,
      group: isLeadPage ? 'This lead' : 'This page',
      // The palette gives the focus back first, so that a menu opened here keeps it.
      run: () => window.setTimeout(run),
    }));
}

/** Changes the status of the lead whose page is open. */
function useLeadCommands(): readonly Command[] {
  const canWork = useCan('rep');
  const open = useOpenLead();
  const mode = open?.mode ?? 'live';
  const work = useWork<WorkLead>(
    (leads, change, options) => saveLeadWork(leads, change, mode, options),
    mode,
  );
  if (open === null || !canWork) return [];
  return STATUSES.filter((status) => status !== open.lead.status).map((status) => ({
    value: `status-${status}`,
    label: `Mark as ${STATUS_NAMES[status].toLowerCase()}`,
    icon: <StatusBadge status={status} isDotOnly />,
    group: 'This lead',
    run: () =>
      status === 'won' || status === 'lost' ? askOutcome(status) : void work([open.lead], { status }),
  }));
}
