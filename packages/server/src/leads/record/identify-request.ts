// Decides which requests are duplicates and for how long. Duplicates have the same Idempotency-Key, the same delivery
// ID and body, or the same body within a few minutes.

import { hash } from 'node:crypto';
import type { Lead } from '@leadline/engine';
import { firstIdOf, timeOfId } from '../../platform/base/ids.ts';

export interface RequestMarks {
  readonly idempotencyKey: string | null;
  /** Null unless the request came to an intake URL. Anyone can send to these, so their idempotency keys count separately:
   * otherwise a visitor could use up the keys of other senders. */
  readonly intakeKeyId: string | null;
  /** The sender's own ID for the delivery, which stays the same across retries. */
  readonly deliveryId: string | null;
  /** The legacy endpoint stores every request as a new lead unless it has an Idempotency-Key. */
  readonly isLegacy: boolean;
}

export interface RequestIdentity {
  readonly fingerprint: string;
  readonly rememberedFrom: string;
  readonly bodyHash: string;
}

/** The longest that any request is remembered. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1000;
/** Long enough for a double click or a form tool that retried without waiting for the response. */
const SAME_BODY_MS = 5 * 60 * 1000;

export function identifyRequest(
  leadId: string,
  lead: Lead,
  { idempotencyKey, intakeKeyId, deliveryId, isLegacy }: RequestMarks,
): RequestIdentity {
  // Senders may list the questions in a different order each time.
  const questions = Object.entries(lead.custom_fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bodyHash = digest('body', JSON.stringify({ ...lead, custom_fields: questions }));
  const remember = (fingerprint: string, forMs: number): RequestIdentity => ({
    fingerprint,
    rememberedFrom: firstIdOf(new Date(timeOfId(leadId).getTime() - forMs)),
    bodyHash,
  });
  if (idempotencyKey !== null) {
    const key =
      intakeKeyId === null
        ? digest('key', idempotencyKey)
        : digest('intake key', `${intakeKeyId} ${idempotencyKey}`);
    return remember(key, REMEMBERED_MS);
  }
  if (isLegacy) return remember(leadId, REMEMBERED_MS);
  // Includes the body so that no leads are lost if a sender reuses IDs.
  if (deliveryId !== null) return remember(digest('delivery', `${deliveryId} ${bodyHash}`), REMEMBERED_MS);
  return remember(bodyHash, SAME_BODY_MS);
}

/** 128 bits in hex, which is enough because an account can only collide with itself. */
const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
