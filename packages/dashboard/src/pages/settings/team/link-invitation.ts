// The address at which an invitation is accepted.

import { PATHS } from '../../../paths.ts';

export function linkInvitation(invitationId: string): string {
  return window.location.origin + PATHS.invitation.replace(':id', encodeURIComponent(invitationId));
}
