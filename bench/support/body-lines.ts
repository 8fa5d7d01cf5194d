// Request bodies for leads.lua.

import type { Lead } from '@leadline/engine';
import { sampleLeads } from '@leadline/testkit/leads/sample-leads';

/** One sample lead per line, with `changes` applied. leads.lua replaces each \1 with seven digits, so that no two leads
 * are the same person. */
export const bodyLines = (changes: Partial<Lead> = {}): string =>
  sampleLeads
    .map(({ lead }) => ({
      ...lead,
      ...changes,
      name: `${lead.name} #`,
      email: lead.email === '' ? '' : `u#${lead.email}`,
      phone: lead.phone.replace(/(?:\d\D*){7}$/, '#'),
    }))
    .map((lead) => JSON.stringify(lead).replaceAll('#', '\x01'))
    .join('\n');
