// The steps from a new account to a working one, in order.

import type { Setup } from '@leadline/contract';
import { PAGES } from '../navigation/page-paths.ts';

export interface SetupStep {
  readonly name: string;
  readonly advice: string;
  readonly action: string;
  readonly to: string;
  readonly isDone: (setup: Setup) => boolean;
}

export const SETUP_STEPS: readonly SetupStep[] = [
  {
    name: 'Connect a form',
    advice:
      'Paste a URL or a line of code into your form, ad or automation. Done when it sends its first lead.',
    action: 'Choose a tool',
    to: `${PAGES.connect}#set-up`,
    isDone: ({ is_connected }) => is_connected,
  },
  {
    name: 'See your first lead',
    advice:
      'Submit your form once, or add or import leads you have. They appear in the inbox within seconds.',
    action: 'Import leads',
    to: PAGES.imports,
    isDone: ({ has_leads }) => has_leads,
  },
  {
    name: 'Invite a colleague',
    advice: 'Share the inbox, assign leads and see who wins them.',
    action: 'Invite',
    to: PAGES.team,
    isDone: ({ has_team }) => has_team,
  },
  {
    name: 'Set up alerts',
    advice: 'Get an email or a browser notification for hot leads, or send them to Slack with a webhook.',
    action: 'Choose alerts',
    to: PAGES.alerts,
    isDone: ({ has_alerts }) => has_alerts,
  },
  {
    name: 'Record outcomes',
    advice: 'Mark leads as won or lost. Insights then show which sources and grades pay off.',
    action: 'Open the inbox',
    to: PAGES.inbox,
    isDone: ({ has_outcomes }) => has_outcomes,
  },
];
