// The members, their roles, and the way to remove them. An account always has at least one owner.

import type { Role } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { describeFailure } from '../../../components/describe-failure.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { refreshSession, useSession } from '../../../session/use-session.ts';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleTable } from './role-table.tsx';
import { labelRole, ROLES } from './roles.ts';
import { accountSecurityQuery } from './security-query.ts';
import { ViewerDialog } from './viewer-dialog.tsx';

export function MembersSection() {
  const members = useQuery(membersQuery);
  const { user } = useSession();
  const [removing, setRemoving] = useState<Member | null>(null);
  const [isAsking, ask] = useDisclosure(false);
  // The dialog is mounted before it opens; otherwise it wouldn't return focus when it closes.
  const selected = removing ?? members.data?.[0];
  const [demoting, setDemoting] = useState<Member | null>(null);
  const security = useQuery(accountSecurityQuery);
  const owners = members.data?.filter(({ role }) => role === 'owner').length ?? 0;
  return (
    <Section title="Members" isWide>
      <RoleTable />
      {members.data !== undefined ? (
        <ul className={rows.rows} aria-label="Members">
          {members.data.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={toUserId(member) === user?.user_id}
              isLastOwner={member.role === 'owner' && owners === 1}
              hasTwoFactor={security.data?.with_two_factor.includes(toUserId(member))}
              onDemote={() => setDemoting(member)}
              onRemove={() => {
                setRemoving(member);
                ask.open();
              }}
            />
          ))}
        </ul>
      ) : members.isLoadingError ? (
        <ErrorState
          error={members.error}
          onRetry={() => void members.refetch()}
          isRetrying={members.isFetching}
        />
      ) : (
        <SkeletonRows rows={3} height={60} label="Loading members" />
      )}
      {selected !== undefined && (
        <>
          <RemoveDialog opened={isAsking} member={selected} onClose={ask.close} />
          <ViewerDialog
            opened={demoting !== null}
            member={demoting ?? selected}
            onClose={() => setDemoting(null)}
          />
        </>
      )}
    </Section>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly isLastOwner: boolean;
  /** Undefined if unknown. */
  readonly hasTwoFactor: boolean | undefined;
  /** Asks before the member becomes a viewer. */
  readonly onDemote: () => void;
  readonly onRemove: () => void;
}

function MemberRow({ member, isSelf, isLastOwner, hasTwoFactor, onDemote, onRemove }: MemberRowProps) {
  const { user, role, createdAt } = member;
  const changeRole = useRoleChange(member, isSelf);
  const [isAsking, ask] = useDisclosure(false);
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <div className={rows.name}>
          {user.name}
          {isSelf && (
            <span className={rows.tag} data-kind="here">
              You
            </span>
          )}
          {isLastOwner && <span className={rows.tag}>{labelRole(role)}</span>}
        </div>
        <div className={rows.facts}>
          <span>{user.email}</span>
          <span>
            joined <RelativeTime at={createdAt} />
          </span>
          {isLastOwner && <span>the only owner</span>}
          {hasTwoFactor !== undefined && (
            <span>{hasTwoFactor ? 'two-factor sign-in on' : 'no two-factor sign-in'}</span>
          )}
        </div>
      </div>
      <div className={rows.actions}>
        {!isLastOwner && (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${user.name}`}
            data={ROLES.map(({ value, label }) => ({ value, label }))}
            value={changeRole.isPending ? changeRole.variables : role}
            disabled={changeRole.isPending}
            onChange={(event) => {
              const wanted = event.currentTarget.value as Role;
              if (wanted === 'owner') ask.open();
              else if (wanted === 'viewer') onDemote();
              else changeRole.mutate(wanted);
            }}
          />
        )}
        {!isSelf && (
          <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${user.name}`}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={ask.close}
        title={`Make ${user.name} an owner?`}
        confirmLabel="Make owner"
        onConfirm={() => {
          ask.close();
          changeRole.mutate('owner');
        }}
      >
        {user.email} will have full access: creating keys, erasing people, changing roles and removing
        members, including you.
      </ConfirmDialog>
    </li>
  );
}

function useRoleChange(member: Member, isSelf: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (role: Role) => {
      await call('PATCH', fillPath(PATHS.member, { id: toUserId(member) }), { role });
      await queryClient.invalidateQueries({ queryKey: queryKeys.team });
      if (isSelf) await refreshSession();
    },
    onSuccess: (_, role) =>
      notifications.show({ message: `${member.user.name} is now ${role === 'owner' ? 'an' : 'a'} ${role}` }),
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
  });
}
