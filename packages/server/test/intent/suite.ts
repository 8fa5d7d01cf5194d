// An API that reads messages, with whatever a test wants of it.

import type { RunningApi } from '../../src/api.ts';
import type { AiConfig } from '../../src/config.ts';
import { startTestApi } from '../support/api.ts';

export const LOCAL: AiConfig = { threads: 1, deadlineMs: 5_000, modelFile: null, llm: null };

export const startReadingApi = (databaseUrl: string, ai: AiConfig): Promise<RunningApi> =>
  startTestApi(databaseUrl, { allowPrivateTargets: false, ai });

export const PITCH =
  'We help companies like yours rank first on Google. May I send you a free audit of your website?';
