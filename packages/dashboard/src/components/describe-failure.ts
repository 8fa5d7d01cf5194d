// Turns a failure into a message for the user.

import { ApiFailure } from '../api/call.ts';

export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiFailure)) return 'Something went wrong on this page. Reload it, or try again.';
  if (error.status === 429) return `Too many attempts. Try again ${describeWait(error.retryAfterSeconds)}.`;
  return error.message;
}

function describeWait(seconds: number | null): string {
  if (seconds === null) return 'in a moment';
  if (seconds < 90) return `in ${Math.max(1, Math.ceil(seconds))} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
