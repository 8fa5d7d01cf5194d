// Asks an LLM to improve the wording of an explanation. find-invention.ts checks that nothing else has changed.

import type { Explanation } from '@leadline/engine';
import type { Question } from './ask-model.ts';
import { fence } from './fence.ts';
import { hasExactly } from './has-exactly.ts';

const MAX_OUTPUT_TOKENS = 2_000;

const TASK = `You edit the explanation of a lead's score for a sales rep who reads it in ten seconds. Word it better: plain, short, friendly English sentences. Change the wording only.
- Same JSON fields. Each list keeps its order and has at most as many items as before.
- Say nothing that is not there: no new fact, reason, guess, name, date, place, link or advice. Leave out no concern, and turn nothing into its opposite.
- Keep every figure as it is written, in its own field. Use no figure and no number word (not even "one") that is not there.
- Keep grades, names and text in quotation marks letter for letter. Quote nothing else. Capitals only for names that are there and at the start of a sentence.
- Plain text without markup, not longer than before.
Answer with the JSON object only.`;

const TEXTS = ['headline', 'summary'] as const;
const LISTS = ['strengths', 'concerns', 'next_steps', 'what_would_change'] as const;
const FIELDS = [...TEXTS, ...LISTS] as const;

export function askForPhrasing(explanation: Explanation): Question<Explanation> {
  // Fenced because the explanation quotes the lead's message.
  const fenced = fence(JSON.stringify(explanation, null, 1), 'explanation');
  const list = { type: 'array', items: { type: 'string' } } as const;
  return {
    instructions: `${TASK}\n\n${fenced.rule}`,
    prompt: fenced.text,
    schema: {
      type: 'object',
      properties: {
        headline: { type: 'string' },
        summary: { type: 'string' },
        strengths: list,
        concerns: list,
        next_steps: list,
        what_would_change: list,
      },
      required: [...FIELDS],
      additionalProperties: false,
    },
    read: (answer) => (isPhrasingOf(explanation, answer) ? answer : null),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

function isPhrasingOf(explanation: Explanation, answer: unknown): answer is Explanation {
  if (!hasExactly(answer, FIELDS)) return false;
  const isList = (list: unknown): boolean => Array.isArray(list) && list.every(isSentence);
  // Text withheld from the LLM was sent as blank and must stay blank.
  const isText = (field: (typeof TEXTS)[number]): boolean =>
    explanation[field] === '' ? answer[field] === '' : isSentence(answer[field]);
  return TEXTS.every(isText) && LISTS.every((field) => isList(answer[field]));
}

const isSentence = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';
