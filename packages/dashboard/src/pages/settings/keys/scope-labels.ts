// What the scopes of keys are called.

import type { KeyScope } from '@leadline/contract';

export const SCOPE_LABELS: Readonly<Record<KeyScope, string>> = {
  api: 'Full access',
  read: 'Read only',
  send: 'Send only',
  intake: 'Intake key',
};

export const SCOPE_DESCRIPTIONS: Readonly<Record<KeyScope, string>> = {
  api: 'For your own code. Can do everything, including deleting leads.',
  read: 'For reports and dashboards. Can’t change anything or export personal data.',
  send: 'For websites and tools that send leads. Can’t read them back.',
  intake: 'For forms and tools that only accept a URL, which contains it. Can only send leads.',
};
