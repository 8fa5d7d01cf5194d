// Lists members and manages invitations. ../members.ts accepts invitations and changes members.

import { isFull, MAX_MEMBERS } from '../../../accounts/team/member-limit.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import type { Calls } from './auth-call.ts';
import { limitInvitations } from './limit-invitations.ts';

export const TEAM: Calls = {
  'organization/list-members': { method: 'GET', role: 'viewer' },
  // Only for owners: anyone who knows an invitation's ID can sign up with the invited email and join.
  'organization/list-invitations': { method: 'GET', role: 'owner' },
  'organization/invite-member': {
    method: 'POST',
    takes: ['email', 'role'],
    role: 'owner',
    audit: 'member.invited',
    checkBeforeCounting: async ({ sessions, signedIn }) => {
      if (signedIn?.accountId != null && (await isFull(sessions.db, signedIn.accountId)))
        throw new DomainError('limit_reached', `an account can have up to ${MAX_MEMBERS} members`);
    },
    checkAfterCounting: limitInvitations, // each call sends an email
    extendAnswer: ({ parts, isMailWithheld }) => ({
      emailed: parts.mailer.way === 'sent' && !isMailWithheld,
    }),
  },
  'organization/cancel-invitation': {
    method: 'POST',
    takes: ['invitationId'],
    role: 'owner',
    audit: 'member.uninvited',
  },
};
