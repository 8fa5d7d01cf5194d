// Leads as assistants see them: in few words, because a list has to fit into a context window.

import type { LeadDetail, ListedLead } from '@leadline/sdk';
import { type AccountFacts, emailOf } from './account-facts.ts';
import { type Content, type ContentFields, within } from './data-marks.ts';

export const MAX_LEAD_BYTES = 1_000;
const MAX_LISTED_BYTES = 700;
const MAX_REASONS = 6;
const MAX_NOTES = 2;
const DAY_MS = 24 * 60 * 60_000;

type Detail = LeadDetail['data'];
type Decided = NonNullable<ListedLead['decided']>;

export const showListed = (lead: ListedLead, facts: AccountFacts): Content =>
  within(MAX_LISTED_BYTES, {
    lead_id: lead.lead_id,
    received_at: lead.received_at,
    score: lead.score,
    grade: lead.grade,
    ...showCommon(lead, facts),
    next_step: lead.decided === null ? lead.priority_action : null,
    snoozed_until: lead.snoozed_until,
    decided: showDecided(lead.decided, facts),
  });

/** With what the to-do list is sorted by, as `sql/priority_of.sql` of the server computes it. */
export function showToDo(lead: ListedLead, facts: AccountFacts): Content {
  const days = (Date.now() - Date.parse(lead.received_at)) / DAY_MS;
  return within(MAX_LISTED_BYTES, {
    lead_id: lead.lead_id,
    score: lead.score,
    days_waiting: toTenth(days),
    priority: toTenth(lead.score - 2 * days),
    grade: lead.grade,
    ...showCommon(lead, facts),
    next_step: lead.priority_action,
  });
}

const showCommon = (lead: ListedLead, facts: AccountFacts): ContentFields => ({
  status: lead.status,
  name: lead.name,
  company: lead.company,
  title: lead.title,
  email: lead.email,
  phone: lead.phone,
  budget: lead.budget,
  source: lead.source,
  why: lead.decided === null ? withoutQuotesOf(lead.priority_action, lead.why) : lead.why,
  assignee: emailOf(lead.assignee, facts),
});

/** A quote takes up to 90 characters, and the reason is clear without one that the next step has. */
const withoutQuotesOf = (other: string, text: string): string =>
  text.replace(/: (“[^“”]+”)/g, (all, quote: string) => (other.includes(quote) ? '' : all));

const showDecided = (decided: Decided | null, { currency }: AccountFacts): Content =>
  decided && {
    at: decided.at,
    amount: decided.amount,
    currency: decided.amount === null ? null : currency,
    reason: decided.reason,
  };

/** How a lead was won or lost; null if it is open. */
export function decisionOf({ outcome, history }: Detail): Decided | null {
  if (outcome === 'open') return null;
  return history.findLast((entry) => entry.event === 'outcome') ?? null;
}

/** With the reasons that weigh most, and how many points each of them gave or took. */
export function showDetail({ lead, result, timeline, ...detail }: Detail, facts: AccountFacts): Content {
  const decided = decisionOf({ lead, result, timeline, ...detail });
  const reasons = result.ledger
    .filter(({ points }) => points !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, MAX_REASONS);
  const notes = timeline.flatMap((entry) => (entry.event === 'note' ? [entry.text] : [])).slice(-MAX_NOTES);
  return within(MAX_LEAD_BYTES, {
    lead_id: detail.lead_id,
    received_at: detail.received_at,
    score: result.score,
    grade: result.grade,
    chance_of_closing_percent:
      decided === null ? [percent(result.closing.low), percent(result.closing.high)] : null,
    status: detail.status,
    decided: showDecided(decided, facts),
    assignee: emailOf(detail.assignee, facts),
    name: lead.name,
    company: detail.company,
    title: detail.title,
    email: lead.email,
    phone: lead.phone,
    source: lead.source,
    budget: lead.budget,
    message: lead.message,
    reasons: reasons.map(({ text }) => text),
    next_step: decided === null ? result.priority_action : null,
    notes,
    other_leads_of_person: detail.person.lead_ids.length - 1 || undefined,
  });
}

const percent = (share: number): number => Math.round(100 * share);
const toTenth = (value: number): number => Math.round(10 * value) / 10;
