// The verdict of the allowance drill.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface AllowanceFacts {
  readonly allowance: number;
  readonly spamLimit: number;
  /** `leadId` is null if the lead was not acknowledged. */
  readonly answers: readonly AllowanceAnswer[];
  readonly spamAnswers: readonly AllowanceAnswer[];
  /** The IDs of the leads in the database, spam included. */
  readonly stored: readonly string[];
  /** As each process reports it. */
  readonly usage: readonly { readonly used: number; readonly spam: number }[];
}

interface AllowanceAnswer {
  readonly status: number;
  readonly leadId: string | null;
}

export function judgeAllowance(facts: AllowanceFacts): Check[] {
  const { allowance, spamLimit, answers, spamAnswers, stored, usage } = facts;
  const leadsStored = Math.min(answers.length, allowance);
  const spamStored = Math.min(spamAnswers.length, spamLimit);
  const found = new Set(stored);
  return [
    checkAtLeast('allowance', allowance, 1),
    checkAtLeast('posts beyond a limit', answers.length - leadsStored + (spamAnswers.length - spamStored), 1),
    check('answered 200', count(answers, 200), leadsStored),
    check('answered 402', count(answers, 402), answers.length - leadsStored),
    check('spam answered 200', count(spamAnswers, 200), spamStored),
    check('spam answered 402', count(spamAnswers, 402), spamAnswers.length - spamStored),
    check('leads stored, spam included', stored.length, leadsStored + spamStored),
    check(
      'acknowledged leads missing from the database',
      [...answers, ...spamAnswers].filter(({ leadId }) => leadId !== null && !found.has(leadId)).length,
      0,
    ),
    checkAtLeast('processes that reported usage', usage.length, 2),
    ...usage.flatMap(({ used, spam }, place) => [
      check(`usage reported by process ${place + 1}`, used, leadsStored),
      check(`spam reported by process ${place + 1}`, spam, spamStored),
    ]),
  ];
}

const count = (answers: readonly AllowanceAnswer[], wanted: number): number =>
  answers.filter(({ status }) => status === wanted).length;
