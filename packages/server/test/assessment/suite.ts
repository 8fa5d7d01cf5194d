// Starts an API with AI for tests.

import { startTestApi } from '@leadline/testkit/service/start-in-process';
import type { RunningApi } from '../../src/api.ts';
import type { AiConfig } from '../../src/assessment/start-lead-assessor.ts';

export const LOCAL: AiConfig = { threads: 1, deadlineMs: 5_000, modelFile: null, llm: null };

export const startAiApi = (databaseUrl: string, ai: AiConfig): Promise<RunningApi> =>
  startTestApi(databaseUrl, { allowPrivateTargets: false, ai });

export const PITCH =
  'We help companies like yours rank first on Google. May I send you a free audit of your website?';

/** For some of these, any model finds something that the rules miss. */
export const MESSAGES = [
  'We need 40 laptops by Friday, please call me',
  'Our supplier went bankrupt last week and the line stands still. Who can deliver 300 valves?',
  'A friend told us how well you did her kitchen. When could somebody come and measure ours?',
  'The board said yes on Tuesday. Send over the paperwork and we will get it signed.',
  'Thinking about solar panels for next year maybe, nothing decided, what would it roughly be?',
  'Unser Dach ist undicht, es tropft ins Kinderzimmer. Bitte melden Sie sich heute noch.',
];
