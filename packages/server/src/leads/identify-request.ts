// Which requests are one and the same, and for how long that is remembered: those with one Idempotency-Key,
// those a sender delivers under one id, or those with one body shortly after another.

import { hash } from 'node:crypto';
import { firstIdOf, timeOfId } from '../ids.ts';

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

const DAY_MS = 24 * 60 * 60 * 1000;
/** A double click, or a form tool that did not wait for the answer. */
const SAME_BODY_MS = 5 * 60 * 1000;

export function identifyRequest(
  leadId: string,
  leadJson: string,
  { idempotencyKey, deliveryId, isLegacy }: RequestMarks,
): RequestIdentity {
  const bodyHash = digest('body', leadJson);
  const remember = (fingerprint: string, forMs: number): RequestIdentity => ({
    fingerprint,
    rememberedFrom: firstIdOf(new Date(timeOfId(leadId).getTime() - forMs)),
    bodyHash,
  });
  if (idempotencyKey !== null) return remember(digest('key', idempotencyKey), DAY_MS);
  if (isLegacy) return remember(leadId, DAY_MS);
  // Together with the body: a sender whose ids repeat loses no lead by it.
  if (deliveryId !== null) return remember(digest('delivery', `${deliveryId} ${bodyHash}`), DAY_MS);
  return remember(bodyHash, SAME_BODY_MS);
}

/** 128 bits, as hex: an account could only collide with itself. */
const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
