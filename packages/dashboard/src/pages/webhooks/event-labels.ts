// Events in words.

import type { SubscribableEvent } from '@leadline/contract';

export const EVENTS: Readonly<Record<SubscribableEvent, { readonly label: string; readonly when: string }>> =
  {
    'lead.scored': { label: 'Lead scored', when: 'A lead came in and has its score.' },
    'lead.outcome': { label: 'Outcome recorded', when: 'A lead was won, lost or opened again.' },
    'usage.threshold': {
      label: 'Plan nearly used',
      when: '80 or 100 percent of the month’s leads are used.',
    },
    'import.finished': { label: 'Import finished', when: 'A file was read to its end, or stopped.' },
  };

export function nameEvent(event: string): string {
  if (event === 'webhook.test') return 'Test';
  return EVENTS[event as SubscribableEvent]?.label ?? event;
}
