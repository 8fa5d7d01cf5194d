// Turns a failure into a message for the user.

import { LeadlineError } from '@leadline/sdk/core';
import { toSentence } from './to-sentence.ts';

export function describeFailure(error: unknown): string {
  if (!(error instanceof LeadlineError)) return 'Something went wrong on this page. Reload it, or try again.';
  if (error.status === 429) return `Too many attempts. Try again ${describeWait(error.retryAfterSeconds)}.`;
  switch (error.code) {
    case 'no_response':
    case 'timed_out':
      return navigator.onLine
        ? 'Leadline is not responding. Check your connection, or try again in a moment.'
        : 'You are offline. Try again when you are connected.';
    case 'unexpected_response':
      return 'Leadline sent an unexpected response. Try again in a moment.';
    default:
      return toSentence(error.message);
  }
}

function describeWait(seconds: number | null): string {
  if (seconds === null) return 'in a moment';
  if (seconds < 90) return `in ${Math.max(1, Math.ceil(seconds))} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
