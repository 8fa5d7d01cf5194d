// What emails say about a lead.

import type { Grade, Lead, LedgerEntry } from '@leadline/engine';
import { readCard, withoutPoints } from '@leadline/engine';
import { breakLinks, describeInvalidName } from '../../accounts/profile/check-name.ts';
import { unpackResult } from '../../leads/record/packed-result.ts';

export interface DescribedLead {
  readonly id: string;
  readonly name: string;
  readonly company: string;
  readonly grade: Grade;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly nextStep: string;
}

export interface LeadRow {
  readonly id: string;
  readonly grade: Grade;
  readonly score: number;
  readonly lead: Lead;
  readonly scored: unknown;
}

const MAX_REASONS = 3;
const MAX_NAME_LENGTH = 60;
const MAX_REASON_LENGTH = 160;

export function describeLead({ id, grade, score, lead, scored }: LeadRow): DescribedLead {
  const { data, ledger } = unpackResult(scored);
  return {
    id,
    name: nameOf(lead),
    company: breakLinks(toLine(readCard(lead).company, MAX_NAME_LENGTH)),
    grade,
    score,
    reasons: topReasons(ledger),
    nextStep: breakLinks(toLine(data.priority_action, MAX_REASON_LENGTH)),
  };
}

/** A name with a web address in it is an attempt to have us send a link. */
function nameOf({ name, email, phone }: Lead): string {
  const usable = toLine(name, MAX_NAME_LENGTH);
  if (describeInvalidName(usable) === null) return usable;
  return toLine(email, MAX_NAME_LENGTH) || breakLinks(toLine(phone, MAX_NAME_LENGTH)) || 'No name';
}

const topReasons = (ledger: readonly LedgerEntry[]): string[] =>
  ledger
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_REASONS)
    .map((entry) => breakLinks(toLine(withoutPoints(entry), MAX_REASON_LENGTH)));

/** On one line, without characters that are invisible or reverse the text around them. */
export function toLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
