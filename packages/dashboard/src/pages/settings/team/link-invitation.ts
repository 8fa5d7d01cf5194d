// The URL for accepting an invitation.

import { PAGES } from '../../../navigation/page-paths.ts';

export function linkInvitation(invitationId: string): string {
  return window.location.origin + PAGES.invitation.replace(':id', encodeURIComponent(invitationId));
}
