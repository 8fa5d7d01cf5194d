// What is said to a thread that reads, and what it says.

import type { Assessment, Clause } from '@leadline/engine';

export interface ThreadOptions {
  readonly modelFile: string | undefined;
}

export type ToThread =
  | {
      readonly kind: 'read';
      readonly questions: readonly {
        readonly id: number;
        readonly clauses: readonly Clause[];
        readonly now: Date;
      }[];
    }
  | { readonly kind: 'stop' };

export type ToPool =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'answer'; readonly id: number; readonly assessment: Assessment | null };
