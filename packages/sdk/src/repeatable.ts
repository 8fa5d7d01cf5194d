// Which calls can be sent again without harm.

import { type Operations, ROUTES } from './generated/operations.ts';

/** These change nothing although they are a POST, or do nothing the second time. */
const REPEATABLE: ReadonlySet<keyof Operations> = new Set([
  'explainLead',
  'replayLead',
  'previewRouting',
  'previewImport',
  'uploadImport', // the same file is the same import
  'cancelImport',
  'acknowledgeDrift',
] as const);

/** Whether a call can be sent again although the service may have carried it out. */
export function isRepeatable(operation: keyof Operations): boolean {
  const { method, takesIdempotencyKey } = ROUTES[operation];
  const isByMethod = method === 'GET' || method === 'PUT' || method === 'DELETE';
  return isByMethod || takesIdempotencyKey === true || REPEATABLE.has(operation);
}
