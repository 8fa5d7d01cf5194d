// Which requests are one and the same, and for how long that is remembered: those with one Idempotency-Key,
// those a sender delivers under one id, or those with one body shortly after another.

import { hash } from 'node:crypto';
import type { Lead } from '@leadline/engine';
import { firstIdOf, timeOfId } from '../base/ids.ts';

export interface RequestMarks {
  readonly idempotencyKey: string | null;
  /** The id under which the sender delivers and, if need be, delivers again. */
  readonly deliveryId: string | null;
  /** The legacy call stores each request as a lead of its own, unless it names an Idempotency-Key. */
  readonly isLegacy: boolean;
}

export interface RequestIdentity {
  readonly fingerprint: string;
  readonly rememberedFrom: string;
  readonly bodyHash: string;
}

/** The longest that a request is remembered: a day. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1000;
/** A double click, or a form tool that did not wait for the answer. */
const SAME_BODY_MS = 5 * 60 * 1000;

export function identifyRequest(
  leadId: string,
  lead: Lead,
  { idempotencyKey, deliveryId, isLegacy }: RequestMarks,
): RequestIdentity {
  // The order of questions is the sender's whim.
  const questions = Object.entries(lead.custom_fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bodyHash = digest('body', JSON.stringify({ ...lead, custom_fields: questions }));
  const remember = (fingerprint: string, forMs: number): RequestIdentity => ({
    fingerprint,
    rememberedFrom: firstIdOf(new Date(timeOfId(leadId).getTime() - forMs)),
    bodyHash,
  });
  if (idempotencyKey !== null) return remember(digest('key', idempotencyKey), REMEMBERED_MS);
  if (isLegacy) return remember(leadId, REMEMBERED_MS);
  // Together with the body: a sender whose ids repeat loses no lead by it.
  if (deliveryId !== null) return remember(digest('delivery', `${deliveryId} ${bodyHash}`), REMEMBERED_MS);
  return remember(bodyHash, SAME_BODY_MS);
}

/** 128 bits, as hex: an account could only collide with itself. */
const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
