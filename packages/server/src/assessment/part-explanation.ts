// Parts an explanation into what an LLM may word and what is kept from it, and puts them together again.

import type { Explanation } from '@leadline/engine';

const LISTS = ['strengths', 'concerns', 'next_steps', 'what_would_change'] as const;

export interface PartedExplanation {
  readonly open: Explanation;
  readonly merge: (worded: Explanation) => Explanation;
}

export function partExplanation(plain: Explanation, isOpen: (text: string) => boolean): PartedExplanation {
  const openText = (text: string): string => (isOpen(text) ? text : '');
  const listsBy = (list: (name: (typeof LISTS)[number]) => string[]) =>
    Object.fromEntries(LISTS.map((name) => [name, list(name)])) as Record<(typeof LISTS)[number], string[]>;
  return {
    open: {
      headline: openText(plain.headline),
      summary: openText(plain.summary),
      ...listsBy((name) => plain[name].filter(isOpen)),
    },
    merge: (worded) => ({
      headline: isOpen(plain.headline) ? worded.headline : plain.headline,
      summary: isOpen(plain.summary) ? worded.summary : plain.summary,
      ...listsBy((name) => [...worded[name], ...plain[name].filter((text) => !isOpen(text))]),
    }),
  };
}
