// Invites people and lists pending invitations.

import { AUTH_PATHS } from '@leadline/contract/paths';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { describeFailure } from '../../../components/describe-failure.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatDay, formatExact } from '../../../components/format-moment.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { useMustVerifyEmail, VerifyEmail } from '../../../components/verify-email.tsx';
import rows from '../rows.module.css';
import { Section } from '../section.tsx';
import { findPending, invitationsQuery } from './invitations-query.ts';
import { InviteForm } from './invite-form.tsx';
import { linkInvitation } from './link-invitation.ts';
import { labelRole } from './roles.ts';

export function InvitationsSection() {
  const invitations = useQuery(invitationsQuery);
  const mustVerify = useMustVerifyEmail();
  const pending = invitations.data === undefined ? undefined : findPending(invitations.data, Date.now());
  return (
    <Section
      title="Invitations"
      description="An invitation expires after a week and only works for the email it was made for."
      isWide
    >
      {mustVerify ? <VerifyEmail purpose="invite people" /> : <InviteForm />}
      {pending === undefined ? (
        invitations.isError ? (
          <ErrorState
            error={invitations.error}
            onRetry={() => void invitations.refetch()}
            isRetrying={invitations.isFetching}
          />
        ) : (
          <SkeletonRows rows={1} height={60} label="Loading invitations" />
        )
      ) : (
        pending.length > 0 && (
          <ul className={rows.rows} aria-label="Pending invitations">
            {pending.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )
      )}
    </Section>
  );
}

function InvitationRow({ invitation: { id, email, role, expiresAt } }: { readonly invitation: Invitation }) {
  const queryClient = useQueryClient();
  const expires = new Date(expiresAt);
  const cancel = useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.cancelInvitation, { invitationId: id }),
    onSuccess: () => notifications.show({ message: `Revoked the invitation for ${email}` }),
    onError: (error) => notifications.show({ color: 'red', message: describeFailure(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.team }),
  });
  return (
    <li className={rows.row}>
      <IconMail size={20} stroke={1.6} aria-hidden />
      <div className={rows.what}>
        <div className={rows.name}>
          {email} <span className={rows.tag}>{labelRole(role)}</span>
        </div>
        <div className={rows.facts}>
          <span>
            expires{' '}
            <time dateTime={expires.toISOString()} title={formatExact(expires)}>
              {formatDay(expires, Date.now())}
            </time>
          </span>
        </div>
      </div>
      <div className={rows.actions}>
        <CopyLink link={linkInvitation(id)} email={email} />
        <Button
          variant="default"
          size="xs"
          onClick={() => cancel.mutate()}
          loading={cancel.isPending}
          aria-label={`Revoke the invitation for ${email}`}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}

function CopyLink({ link, email }: { readonly link: string; readonly email: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => clipboard.copy(link)}
        aria-label={`Copy link for ${email}`}
      >
        {clipboard.copied ? 'Copied' : 'Copy link'}
      </Button>
      <span role="status" className="only-heard">
        {clipboard.copied ? 'Copied' : clipboard.error ? 'Couldn’t copy' : ''}
      </span>
    </>
  );
}
