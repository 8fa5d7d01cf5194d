// The leads of a batch, after they have been read on a compute thread.

import { hash } from 'node:crypto';
import type { LeadProblem } from '@leadline/engine';

/** A valid lead stays JSON until its turn comes: turning a whole batch into objects at once would block the process. */
export type BatchInput =
  | { readonly ok: true; readonly leadJson: string }
  | { readonly ok: false; readonly code: LeadProblem; readonly error: string; readonly field: string };

export const hashBatch = (leads: readonly unknown[]): string => digest('batch', JSON.stringify(leads));

/** 128 bits in hex, which is enough because an account can only collide with itself. */
export const digest = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`).slice(0, 32);
