// The pages in the main navigation and the command palette.

import {
  IconActivity,
  IconBell,
  IconBuildingStore,
  IconChartBar,
  IconFileImport,
  IconInbox,
  IconKey,
  IconPlugConnected,
  IconRoute,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { PAGES } from './page-paths.ts';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
}

export const PLACES: readonly { readonly name: string; readonly places: readonly Place[] }[] = [
  {
    name: 'Leads',
    places: [
      { to: PAGES.inbox, label: 'Inbox', icon: IconInbox },
      { to: PAGES.insights, label: 'Insights', icon: IconChartBar },
    ],
  },
  {
    name: 'Integrations',
    places: [
      { to: PAGES.connect, label: 'Connect', icon: IconPlugConnected },
      { to: PAGES.webhooks, label: 'Webhooks', icon: IconWebhook },
      { to: PAGES.imports, label: 'Imports', icon: IconFileImport },
    ],
  },
  {
    name: 'Settings',
    places: [
      { to: PAGES.profile, label: 'Profile', icon: IconUserCircle },
      { to: PAGES.alerts, label: 'Alerts', icon: IconBell },
      { to: PAGES.business, label: 'Business', icon: IconBuildingStore },
      { to: PAGES.keys, label: 'Keys', icon: IconKey },
      { to: PAGES.team, label: 'Team', icon: IconUsers },
      { to: PAGES.routing, label: 'Routing', icon: IconRoute },
      { to: PAGES.privacy, label: 'Privacy', icon: IconShieldLock },
      { to: PAGES.audit, label: 'Audit log', icon: IconActivity },
    ],
  },
];
