// Names the tool or page that sent a request.

import type { ListedRequest } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { INTEGRATIONS } from './integrations.ts';

/** Paths without the key, as the log keeps them. */
const NAMES: Readonly<Record<string, string>> = {
  [PATHS.webhook]: 'API',
  [PATHS.score]: 'API (legacy)',
  [PATHS.leads]: 'Dashboard',
  [PATHS.testLead]: 'Dashboard',
};

export function describeTool({ tool, path }: Pick<ListedRequest, 'tool' | 'path'>): string {
  if (tool === 'html') return 'Website form';
  const integration = INTEGRATIONS.find(({ id }) => id === tool);
  return integration?.label ?? NAMES[path] ?? 'Intake URL';
}
