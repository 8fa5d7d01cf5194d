// The pages in the main navigation and the command palette.

import type { Role } from '@leadline/contract';
import {
  IconActivity,
  IconAddressBook,
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
import { useAccount, useCan } from '../session/use-session.ts';
import { PAGES } from './page-paths.ts';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** The least role that can open it; without one, it is for owners. */
  readonly role?: Role;
  /** Whether it is about all leads, which not every rep sees. */
  readonly needsAllLeads?: boolean;
}

interface PlaceGroup {
  readonly name: string;
  readonly places: readonly Place[];
}

const PLACES: readonly PlaceGroup[] = [
  {
    name: 'Leads',
    places: [
      { to: PAGES.inbox, label: 'Inbox', icon: IconInbox, role: 'viewer' },
      { to: PAGES.insights, label: 'Insights', icon: IconChartBar, role: 'viewer', needsAllLeads: true },
    ],
  },
  {
    name: 'Integrations',
    places: [
      { to: PAGES.connect, label: 'Connect', icon: IconPlugConnected },
      { to: PAGES.webhooks, label: 'Webhooks', icon: IconWebhook },
      { to: PAGES.crm, label: 'CRM', icon: IconAddressBook },
      { to: PAGES.imports, label: 'Imports', icon: IconFileImport, role: 'manager' },
    ],
  },
  {
    name: 'Settings',
    places: [
      { to: PAGES.profile, label: 'Profile', icon: IconUserCircle, role: 'viewer' },
      { to: PAGES.alerts, label: 'Alerts', icon: IconBell, role: 'viewer' },
      { to: PAGES.business, label: 'Business', icon: IconBuildingStore },
      { to: PAGES.keys, label: 'Keys', icon: IconKey },
      { to: PAGES.team, label: 'Team', icon: IconUsers },
      { to: PAGES.scoring, label: 'Scoring', icon: IconAdjustmentsHorizontal },
      { to: PAGES.model, label: 'Model', icon: IconBrain },
      { to: PAGES.routing, label: 'Routing', icon: IconRoute, role: 'manager' },
      { to: PAGES.privacy, label: 'Privacy', icon: IconShieldLock },
      { to: PAGES.audit, label: 'Audit log', icon: IconActivity },
    ],
  },
];

/** The pages that the user's role can see. */
export function usePlaces(): readonly PlaceGroup[] {
  const isOwner = useCan('owner');
  const isManager = useCan('manager');
  const { sees_all_leads: seesAll } = useAccount();
  const canOpen = ({ role = 'owner', needsAllLeads = false }: Place): boolean =>
    (seesAll || !needsAllLeads) && (isOwner || role === 'viewer' || (role === 'manager' && isManager));
  return PLACES.map(({ name, places }) => ({
    name,
    places: places.filter(canOpen),
  })).filter(({ places }) => places.length > 0);
}
