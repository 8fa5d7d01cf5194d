// Loads a lead as it is by now.

import type { LeadDetail } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { type CallOptions, call } from '../api/call.ts';

/** Null for a deleted lead. */
export async function loadLead(
  leadId: string,
  mode?: CallOptions['mode'],
): Promise<LeadDetail['data'] | null> {
  try {
    const path = fillPath(PATHS.lead, { id: leadId });
    return (await call('GET', path, undefined, { mode })).data;
  } catch (error) {
    if (error instanceof LeadlineError && error.status === 404) return null;
    throw error;
  }
}
