// Loaded by the compute threads; see compute-tasks.ts.

import type { ReplayResult } from '@leadline/contract';
import {
  type Assessment,
  type Explanation,
  explain,
  type GivenScore,
  type Lead,
  type LedgerEntry,
  type NoAssessment,
  score,
} from '@leadline/engine';
import type { FoundLead } from './get-lead.ts';
import type { RequestIdentity } from './identify-request.ts';
import { type Owner, type PreparedLead, prepareLead } from './prepare-lead.ts';
import { replayLead } from './replay-lead.ts';

export interface LeadToExplain {
  readonly lead: Lead;
  readonly now: Date;
  readonly assessment: Assessment | NoAssessment | null;
  readonly given: GivenScore | null;
}

export function explainLead({ lead, now, assessment, given }: LeadToExplain): {
  readonly explanation: Explanation;
  readonly ledger: readonly LedgerEntry[];
} {
  return {
    explanation: explain(lead, { now, assessment, ...(given === null ? {} : { given }) }),
    ledger: score(lead, { now, assessment }).ledger,
  };
}

export interface JsonLeadToPrepare {
  readonly owner: Owner;
  readonly leadId: string;
  readonly leadJson: string;
  readonly assessment: Assessment | NoAssessment | null;
  readonly month: Date;
  readonly identity: RequestIdentity;
}

export const prepareLeads = (leads: readonly Parameters<typeof prepareLead>[]): PreparedLead[] =>
  leads.map((input) => prepareLead(...input));

/** The same for leads that are still JSON, which is cheaper to send to a thread. */
export const prepareJsonLeads = (leads: readonly JsonLeadToPrepare[]): PreparedLead[] =>
  leads.map(({ owner, leadId, leadJson, assessment, month, identity }) =>
    prepareLead(owner, leadId, JSON.parse(leadJson) as Lead, assessment, month, identity, true),
  );

export const replayFound = (found: FoundLead): ReplayResult['data'] => replayLead(found);
