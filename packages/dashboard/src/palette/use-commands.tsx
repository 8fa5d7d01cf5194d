// The commands that don't depend on what is typed: pages, the open lead, theme and help.

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconKeyboard, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { usePlaces } from '../navigation/places.ts';
import { askOutcome } from '../outcomes/ask-outcome.ts';
import { useCan } from '../session/use-session.ts';
import { saveLeadWork } from '../work/save-lead-work.ts';
import { StatusBadge } from '../work/status-badge.tsx';
import { STATUS_NAMES, STATUSES } from '../work/status-names.ts';
import { useWork } from '../work/use-work.tsx';
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
    {
      value: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard size={16} aria-hidden />,
      group: 'Help',
      run: showShortcuts,
    },
  ];
}

/** Changes the status of the lead whose page is open. */
function useLeadCommands(): readonly Command[] {
  const canWork = useCan('rep');
  const open = useOpenLead();
  const mode = open?.mode ?? 'live';
  const work = useWork((leads, change) => saveLeadWork(leads, change, mode), mode);
  if (open === null || !canWork) return [];
  return STATUSES.filter((status) => status !== open.lead.status).map((status) => ({
    value: `status-${status}`,
    label: `Mark as ${STATUS_NAMES[status].toLowerCase()}`,
    icon: <StatusBadge status={status} isDotOnly />,
    group: 'This lead',
    run: () =>
      status === 'won' || status === 'lost' ? askOutcome(status) : void work.change([open.lead], { status }),
  }));
}
