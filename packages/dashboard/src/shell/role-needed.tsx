// Around the pages that need a role. Others have no link to them, but may be sent one or know the URL.

import { IconLock } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useAccount, useCan } from '../session/use-session.ts';

const NAMES = { owner: 'owners', manager: 'owners and managers' } as const;

export const OwnersOnly = () => <RoleNeeded needed="owner" />;
export const ManagersOnly = () => <RoleNeeded needed="manager" />;

function RoleNeeded({ needed }: { readonly needed: keyof typeof NAMES }) {
  const canOpen = useCan(needed);
  const { role, name } = useAccount();
  if (canOpen) return <Outlet />;
  const names = NAMES[needed];
  return (
    <>
      <PageHeader title={`${names.charAt(0).toUpperCase()}${names.slice(1)} only`} />
      <EmptyState icon={IconLock} title={`Only ${names} can open this page`}>
        Your role in {name} is {role}. If you need this page, ask an owner to change your role.
      </EmptyState>
    </>
  );
}
