// Splits an explanation into the part an LLM may reword and the part it must not see, and merges them afterwards.

import type { Explanation } from '@leadline/engine';

const LISTS = ['strengths', 'concerns', 'next_steps', 'what_would_change'] as const;

export interface SplitExplanation {
  readonly shareable: Explanation;
  readonly merge: (rephrased: Explanation) => Explanation;
}

export function splitExplanation(
  plain: Explanation,
  isShareable: (text: string) => boolean,
): SplitExplanation {
  const keepShareable = (text: string): string => (isShareable(text) ? text : '');
  const listsBy = (list: (name: (typeof LISTS)[number]) => string[]) =>
    Object.fromEntries(LISTS.map((name) => [name, list(name)])) as Record<(typeof LISTS)[number], string[]>;
  return {
    shareable: {
      headline: keepShareable(plain.headline),
      summary: keepShareable(plain.summary),
      ...listsBy((name) => plain[name].filter(isShareable)),
    },
    merge: (rephrased) => ({
      headline: isShareable(plain.headline) ? rephrased.headline : plain.headline,
      summary: isShareable(plain.summary) ? rephrased.summary : plain.summary,
      ...listsBy((name) => [...rephrased[name], ...plain[name].filter((text) => !isShareable(text))]),
    }),
  };
}
