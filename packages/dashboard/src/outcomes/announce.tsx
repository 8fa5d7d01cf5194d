// Notifications about outcomes that could not be recorded or undone.

import { notifications } from '@mantine/notifications';
import { ActionMessage } from '../components/action-message.tsx';
import { describeFailure } from '../components/describe-failure.ts';
import type { OutcomeLead, OutcomeResult } from './outcome-change.ts';
import { nameLeads } from './outcome-names.ts';

/** Long enough to read the message and press its button. */
export const MESSAGE_MS = 10_000;

/** `retry` resends the same change, so that nobody has to retype the details. */
export function announceFailure<L extends OutcomeLead>(
  { recorded, missing, failed, failure }: OutcomeResult<L>,
  retry?: () => void,
): void {
  if (missing.length > 0) {
    notifications.show({
      message: `${nameLeads(missing)} no longer ${missing.length === 1 ? 'exists' : 'exist'}.`,
    });
  }
  if (failed.length === 0) return;
  const id = `outcome-failed-${failed[0]?.lead_id}-${Date.now()}`;
  const title =
    recorded.length === 0
      ? 'Outcome not saved'
      : `Saved for ${recorded.length} of ${recorded.length + missing.length + failed.length} leads`;
  const reason = describeFailure(failure);
  if (retry === undefined) {
    notifications.show({ id, color: 'red', title, message: reason });
    return;
  }
  notifications.show({
    id,
    color: 'red',
    autoClose: MESSAGE_MS,
    title,
    message: (
      <ActionMessage
        text={reason}
        action="Try again"
        onAction={() => {
          notifications.hide(id);
          retry();
        }}
      />
    ),
  });
}

/** For leads whose outcome wasn't undone because someone else has recorded a new one since. */
export function announceUnchanged(leads: readonly OutcomeLead[]): void {
  if (leads.length === 0) return;
  notifications.show({ message: `Not undone: the outcome of ${nameLeads(leads)} has changed since.` });
}
