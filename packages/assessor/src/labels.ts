// What a message is judged by; corpus/RUBRIC.md says what each label means.

import type { AssessmentKind } from '@leadline/engine';

export const KINDS: readonly AssessmentKind[] = [
  'buyer',
  'information',
  'support',
  'job-seeker',
  'vendor-pitch',
  'spam',
  'gibberish',
];

export const JUNK_KINDS: ReadonlySet<AssessmentKind> = new Set<AssessmentKind>([
  'job-seeker',
  'vendor-pitch',
  'spam',
  'gibberish',
]);

/** The questions a message is asked, each with the number of its answers. */
export const HEADS = { kind: KINDS.length, intent: 4, urgency: 3 } as const;
export type Head = keyof typeof HEADS;
export const HEAD_NAMES = Object.keys(HEADS) as readonly Head[];

/** Where each head's answers stand among all outputs. */
export const OUTPUTS = Object.values(HEADS).reduce((sum, answers) => sum + answers, 0);
export const HEAD_STARTS = Object.fromEntries(
  HEAD_NAMES.map((head, at) => [
    head,
    HEAD_NAMES.slice(0, at).reduce((sum, before) => sum + HEADS[before], 0),
  ]),
) as Readonly<Record<Head, number>>;
