// Starts an API with AI for tests.

import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { expect } from 'vitest';
import type { RunningApi } from '../../../src/processes/api.ts';
import type { AiConfig } from '../../../src/scoring/assessment/start-lead-assessor.ts';

export const LOCAL: AiConfig = { threads: 1, deadlineMs: 5_000, modelFile: null, llm: null };

/** Waits until the model is loaded or has failed. */
export async function startAiApi(databaseUrl: string, ai: AiConfig): Promise<RunningApi> {
  const api = await startTestApi(databaseUrl, { allowPrivateTargets: false, ai });
  await expect
    .poll(async () => (await call(api.url, '/readyz')).body.ai, { timeout: 60_000, interval: 50 })
    .not.toBe('loading');
  return api;
}

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
