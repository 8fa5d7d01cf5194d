// Labels for events.

import type { SubscribableEvent } from '@leadline/contract';

export const EVENTS: Readonly<Record<SubscribableEvent, { readonly label: string; readonly when: string }>> =
  {
    'lead.scored': { label: 'Lead scored', when: 'A lead was received and scored.' },
    'lead.outcome': { label: 'Outcome recorded', when: 'A lead was won, lost or reopened.' },
    'lead.status': { label: 'Status changed', when: 'A lead was contacted, qualified or set aside.' },
    'usage.threshold': {
      label: 'Plan limit',
      when: '80% or 100% of your monthly leads are used.',
    },
    'import.finished': { label: 'Import finished', when: 'An import finished or stopped.' },
    'model.drift': {
      label: 'Leads have changed',
      when: 'A source, an answer or a win rate has shifted.',
    },
  };

export function nameEvent(event: string): string {
  if (event === 'webhook.test') return 'Test';
  return EVENTS[event as SubscribableEvent]?.label ?? event;
}
