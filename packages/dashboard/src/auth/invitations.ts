// Invitations as the invited person sees them.

import type { Invitation, InvitationSummary, Role } from '@leadline/contract';
import { AUTH_PATHS, fillPath, PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { loadPage } from '../api/load-page.ts';
import { queryKeys } from '../api/query-keys.ts';
import { PAGES } from '../navigation/page-paths.ts';

const ROLES: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  rep: 'a rep',
  manager: 'a manager',
  owner: 'an owner',
};
const REMEMBERED = 'leadline.invitation';

/** What the link shows, to anyone who has it. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(id),
    queryFn: async ({ signal }) => (await findInvitation(id, signal)).data,
  });

/** The open invitations of the signed-in user: those sent to their email, if it is verified, and the one whose link they
 * opened in this tab, because the link is the proof. */
export const ownInvitationsQuery = (email: string, isVerified: boolean) =>
  queryOptions({
    queryKey: queryKeys.ownInvitations(email, isVerified),
    queryFn: async ({ signal }) => {
      const { data: sent } = await call('GET', PATHS.invitations, undefined, { signal });
      const opened = await findRemembered(signal);
      const isListed = sent.some(({ invitation_id }) => invitation_id === opened?.invitation_id);
      return opened === null || isListed || !isSentTo(opened, email) ? sent : [opened, ...sent];
    },
  });

export function useAcceptInvitation(invitationId: string) {
  return useMutation({
    mutationFn: () => call('POST', AUTH_PATHS.acceptInvitation, { invitationId }),
    // A full page load, so that no data from another account stays in memory.
    onSuccess: () => loadPage(PAGES.inbox),
  });
}

export function rememberInvitation(id: string): void {
  sessionStorage.setItem(REMEMBERED, id);
}

export function describeInvitation({ inviter_name, inviter_email, account_name, role }: Invitation): string {
  const inviter = inviter_name === '' ? inviter_email : `${inviter_name} (${inviter_email})`;
  return `${inviter} invited you to ${account_name} as ${ROLES[role]}.`;
}

export const isSentTo = (invitation: Invitation, email: string): boolean =>
  invitation.email.toLowerCase() === email.toLowerCase();

/** The ID in the path of an invitation's page. Null for any other path. */
export function readInvitationId(path: string): string | null {
  const id = /^\/invitation\/([\w-]+)$/.exec(path)?.[1];
  return id ?? null;
}

const findInvitation = (id: string, signal: AbortSignal): Promise<InvitationSummary> =>
  call('GET', fillPath(PATHS.invitation, { id }), undefined, { signal });

async function findRemembered(signal: AbortSignal): Promise<Invitation | null> {
  const id = sessionStorage.getItem(REMEMBERED);
  if (id === null) return null;
  try {
    return (await findInvitation(id, signal)).data;
  } catch (error) {
    if (!(error instanceof LeadlineError && error.status === 404)) throw error;
    // Used, revoked or expired by now.
    sessionStorage.removeItem(REMEMBERED);
    return null;
  }
}
