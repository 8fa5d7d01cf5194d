// Describes why an endpoint is switched off.

import type { DisabledReason } from '@leadline/contract';

const CAUSES: Readonly<Record<DisabledReason, string>> = {
  by_hand: 'by hand',
  gone: 'the endpoint answered 410 Gone',
  failing: 'every delivery failed for five days',
};

export function describeDisabled(reason: DisabledReason | null): string {
  if (reason === null) return 'Switched off';
  return reason === 'by_hand' ? 'Switched off by hand' : `Switched off: ${CAUSES[reason]}`;
}

/** For the audit log. Older entries contain a sentence instead of a code, which is returned as is. */
export function describeCause(reason: string): string {
  return Object.hasOwn(CAUSES, reason) ? CAUSES[reason as DisabledReason] : reason;
}
