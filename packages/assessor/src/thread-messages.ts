// Messages between the main thread and a reading thread.

import type { Assessment, Clause } from '@leadline/engine';

export interface ThreadOptions {
  readonly modelFile: string | undefined;
}

export type ToThread =
  | {
      readonly kind: 'read';
      readonly leads: readonly {
        readonly id: number;
        readonly clauses: readonly Clause[];
        readonly now: Date;
      }[];
    }
  | { readonly kind: 'stop' };

export type ToMain =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'answer'; readonly id: number; readonly assessment: Assessment | null };
