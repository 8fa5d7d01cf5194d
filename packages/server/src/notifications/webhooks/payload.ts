// Builds the payload of an event from stored data. Every attempt rebuilds it and gets the same result.

import type { EventType, WebhookPayload } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { closingOf, type StoredResult } from '../../leads/record/stored-result.ts';
import { showId, timeOfId } from '../../platform/base/ids.ts';

export interface EventDetails {
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

/** Many receivers and proxies reject larger bodies. */
const MAX_PAYLOAD_BYTES = 20_000;

/** Returns null if the lead or outcome has been deleted. */
export function makePayload(details: EventDetails): WebhookPayload | null {
  const { event, eventId, leadId, personId, lead, result, outcome, data } = details;
  const payload = { type: event, timestamp: timeOfId(eventId).toISOString() };
  if (leadId === null) return { ...payload, data: data as Record<string, unknown> };
  if (lead === null || result === null || personId === null) return null;
  const ids = { lead_id: showId('lead', leadId), person_id: showId('person', personId) };
  const { score, grade } = result.data;
  if (event === 'lead.status')
    return {
      ...payload,
      data: { ...ids, ...(data as Record<string, unknown>), score, grade, source: lead.source },
    };
  if (event === 'lead.outcome') {
    if (outcome === null) return null;
    return {
      ...payload,
      data: { ...ids, ...outcome, at: outcome.at.toISOString(), score, grade, source: lead.source },
    };
  }
  const { version, data: scored, ledger } = result;
  return shorten({
    ...payload,
    data: {
      ...ids,
      received_at: timeOfId(leadId).toISOString(),
      lead,
      version,
      ...scored,
      closing: closingOf(result),
      model_version: result.model_version ?? null,
      reasons: ledger.map(({ text }) => text),
    },
  });
}

/** Shortens the longest texts first. Receivers can get the full lead from GET /api/leads/{id}. */
function shorten(payload: WebhookPayload): WebhookPayload {
  for (let maxLength = 8_000; ; maxLength = Math.floor(maxLength / 2)) {
    const data = maxLength === 8_000 ? payload.data : { ...cut(payload.data, maxLength), truncated: true };
    const shortened = { ...payload, data };
    if (Buffer.byteLength(JSON.stringify(shortened)) < MAX_PAYLOAD_BYTES || maxLength < 8) return shortened;
  }
}

function cut(data: Record<string, unknown>, maxLength: number): Record<string, unknown> {
  const lead = data.lead as Lead;
  const short = (text: string): string =>
    text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
  const questions = Object.entries(lead.custom_fields).slice(0, maxLength);
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
