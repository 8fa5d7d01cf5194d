// What an endpoint is sent of an event. Made anew for each attempt from what is stored, and the same each time.

import type { EventType, WebhookPayload } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { showId, timeOfId } from '../base/ids.ts';
import type { StoredResult } from '../leads/stored-result.ts';

/** An event with all that can be said about it. */
export interface Told {
  readonly event: EventType;
  readonly eventId: string;
  readonly leadId: string | null;
  readonly personId: string | null;
  readonly lead: Lead | null;
  readonly result: StoredResult | null;
  readonly outcome: {
    readonly outcome: string;
    readonly at: Date;
    readonly amount: number | null;
    readonly reason: string | null;
  } | null;
  readonly data: unknown;
}

/** Receivers and the networks between us refuse large bodies. */
export const MAX_PAYLOAD_BYTES = 20_000;

/** Null when what it is about is gone. */
export function makePayload(told: Told): WebhookPayload | null {
  const { event, eventId, leadId, personId, lead, result, outcome, data } = told;
  const payload = { type: event, timestamp: timeOfId(eventId).toISOString() };
  if (leadId === null) return { ...payload, data: data as Record<string, unknown> };
  if (lead === null || result === null || personId === null) return null;
  const about = { lead_id: showId('lead', leadId), person_id: showId('person', personId) };
  if (event === 'lead.outcome') {
    if (outcome === null) return null;
    const { score, grade } = result.data;
    return {
      ...payload,
      data: { ...about, ...outcome, at: outcome.at.toISOString(), score, grade, source: lead.source },
    };
  }
  const { version, data: scored, ledger } = result;
  return shorten({
    ...payload,
    data: {
      ...about,
      received_at: timeOfId(leadId).toISOString(),
      lead,
      version,
      ...scored,
      reasons: ledger.map(({ text }) => text),
    },
  });
}

/** The longest texts give way first; the whole lead is at GET /api/leads/{id}. */
function shorten(payload: WebhookPayload): WebhookPayload {
  for (let longest = 8_000; ; longest = Math.floor(longest / 2)) {
    const data = longest === 8_000 ? payload.data : { ...cut(payload.data, longest), truncated: true };
    const whole = { ...payload, data };
    if (Buffer.byteLength(JSON.stringify(whole)) < MAX_PAYLOAD_BYTES || longest < 8) return whole;
  }
}

function cut(data: Record<string, unknown>, longest: number): Record<string, unknown> {
  const lead = data.lead as Lead;
  const short = (text: string): string =>
    text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
  const questions = Object.entries(lead.custom_fields).slice(0, longest);
  return {
    ...data,
    lead: {
      name: short(lead.name),
      email: short(lead.email),
      phone: short(lead.phone),
      budget: short(lead.budget),
      message: short(lead.message),
      source: short(lead.source),
      custom_fields: Object.fromEntries(
        questions.map(([question, answer]) => [short(question), short(answer)]),
      ),
    },
    reasons: (data.reasons as string[]).map(short),
  };
}
