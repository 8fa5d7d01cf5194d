// A lead as plain text, to paste into a chat or a CRM.

import { nameLead } from '../../../components/name-lead.ts';
import { signPoints, withoutPoints } from '../format-points.ts';
import type { LeadData } from '../lead-query.ts';
import { pickReasons } from '../pick-reasons.ts';

interface SummaryDetails {
  /** Null for spam. */
  readonly nextStep: string | null;
  readonly url: string;
}

export function summarizeLead(data: LeadData, { nextStep, url }: SummaryDetails): string {
  const { lead, title, company, result } = data;
  const reasons = pickReasons(result.grade, result.ledger).map(
    (entry) => `- ${withoutPoints(entry)} (${signPoints(entry.points)})`,
  );
  const rows = [
    [nameLead(lead), title, company].filter((part) => part !== '').join(', '),
    lead.phone === '' ? '' : `Phone: ${lead.phone}`,
    lead.email === '' ? '' : `Email: ${lead.email}`,
    `Score: ${result.score} (${result.grade})`,
    ...reasons,
    nextStep === null ? '' : `Next step: ${nextStep}`,
    url,
  ];
  // A line break in a field must not look like another line of ours.
  return rows
    .filter((row) => row !== '')
    .map((row) => row.replace(/\s+/g, ' '))
    .join('\n');
}
