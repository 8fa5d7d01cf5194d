// Shows notifications about leads: who and how good, but nothing of what they wrote.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { call } from '../api/call.ts';
import { nameLead } from '../components/name-lead.ts';
import { leadPath, PAGES } from '../navigation/page-paths.ts';

/** More at once become a single notification. */
const MAX_SINGLE = 3;
const MANY_TAG = 'leadline-alerts';

export interface AlertReader {
  readonly userId: string | undefined;
  readonly onOpen: (path: string) => void;
}

export async function showAlerts(leadIds: readonly string[], reader: AlertReader): Promise<void> {
  if (leadIds.length > MAX_SINGLE) {
    show(`${leadIds.length} leads for you`, 'Open the inbox to see them.', MANY_TAG, PAGES.inbox, reader);
    return;
  }
  for (const leadId of leadIds) {
    // The lead may have been erased in the meantime.
    const found = await call('GET', fillPath(PATHS.lead, { id: leadId })).catch(() => null);
    if (found === null) continue;
    const { lead, result, assignee } = found.data;
    const isOwn = assignee !== null && assignee === reader.userId;
    const title = `${isOwn ? 'Assigned to you' : `${result.grade} lead`}: ${nameLead(lead)}`;
    show(title, `${result.grade}, ${result.score} of 100`, leadId, leadPath(leadId), reader);
  }
}

function show(title: string, body: string, tag: string, path: string, { onOpen }: AlertReader): void {
  try {
    // With a tag, a second notification about the same lead would replace the first.
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
    notification.addEventListener('click', () => {
      window.focus();
      onOpen(path);
      notification.close();
    });
  } catch {
    // Some phones only allow notifications from a service worker, which we don't have.
  }
}
