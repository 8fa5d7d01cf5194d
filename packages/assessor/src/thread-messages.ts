// Messages between the main thread and a reading thread.

import type { Assessment, Clause } from '@leadline/engine';
import type { PreparedLead } from './prepare-lead.ts';

export interface ThreadOptions {
  readonly modelFile: string | undefined;
}

export type LeadToRead =
  | { readonly id: number; readonly prepared: PreparedLead }
  | { readonly id: number; readonly clauses: readonly Clause[]; readonly now: Date };

export interface LeadAnswer {
  readonly id: number;
  /** Null if the model failed on this lead. */
  readonly assessment: Assessment | null;
}

export type ToThread =
  | { readonly kind: 'read'; readonly leads: readonly LeadToRead[] }
  | { readonly kind: 'stop' };

export type ToMain =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'answers'; readonly answers: readonly LeadAnswer[] };
