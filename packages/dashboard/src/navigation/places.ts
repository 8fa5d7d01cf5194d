// The pages in the main navigation and the command palette.

import {
  IconActivity,
  IconAdjustmentsHorizontal,
  IconBell,
  IconBrain,
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
import { useCan } from '../session/use-session.ts';
import { PAGES } from './page-paths.ts';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Others could only read that they may not see it. */
  readonly isForOwners?: true;
}

interface PlaceGroup {
  readonly name: string;
  readonly places: readonly Place[];
}

const PLACES: readonly PlaceGroup[] = [
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
      { to: PAGES.webhooks, label: 'Webhooks', icon: IconWebhook, isForOwners: true },
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
      { to: PAGES.scoring, label: 'Scoring', icon: IconAdjustmentsHorizontal },
      { to: PAGES.model, label: 'Model', icon: IconBrain },
      { to: PAGES.routing, label: 'Routing', icon: IconRoute, isForOwners: true },
      { to: PAGES.privacy, label: 'Privacy', icon: IconShieldLock },
      { to: PAGES.audit, label: 'Audit log', icon: IconActivity, isForOwners: true },
    ],
  },
];

/** The pages that the user's role can see. */
export function usePlaces(): readonly PlaceGroup[] {
  const isOwner = useCan('owner');
  return PLACES.map(({ name, places }) => ({
    name,
    places: places.filter(({ isForOwners = false }) => isOwner || !isForOwners),
  }));
}
