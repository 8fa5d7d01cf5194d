// A model that answers the questions about judged leads like the people who labelled them.

import {
  type Ask,
  DEFAULT_SETTINGS,
  isSale,
  QUESTIONS,
  type Question,
  readLead,
  score,
  splitLead,
} from '@leadline/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAnswered } from '../../../engine/cases/judged/answers.ts';
import { replyAsLabelled } from '../../evaluation/labelled-reply.ts';
import { evaluatePerfectReader } from '../../evaluation/perfect-reader.ts';
import { NOW } from '../../evaluation/score-message.ts';
import { makeLlmAssessor } from '../../src/llm/llm-assessor.ts';
import { chat, ModelServer } from './model-server.ts';

/** What the answers are worth must not be hidden by the limit. */
const SETTINGS = { ...DEFAULT_SETTINGS, aiInfluence: 100 };
const TEXT_GROUPS: ReadonlySet<string> = new Set(['inquiry', 'answers', 'intent']);

const labelled = readAnswered()
  .filter(({ of }) => /^(?:short\/)?held-out\//.test(of))
  .flatMap(({ lead: fields, ...rest }) => {
    const read = readLead(fields);
    return read.ok && splitLead(read.lead).length > 0 ? [{ ...rest, lead: read.lead }] : [];
  });

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.close());

async function scoreWith({ lead, answers }: (typeof labelled)[number]) {
  const clauses = splitLead(lead);
  const replied = replyAsLabelled(answers, clauses);
  server.behave = chat(JSON.stringify(replied));
  const answer = await makeLlmAssessor({
    provider: 'openai-compatible',
    url: server.url,
    model: 'llama-3',
    key: null,
    timeoutMs: 5_000,
    prices: { input: 0, output: 0 },
  }).assess(clauses, String);
  if (!answer.ok) throw new Error(answer.why);
  return { replied, scored: score(lead, { now: NOW, settings: SETTINGS, assessment: answer.assessment }) };
}

describe('a lead whose answers come from a model', () => {
  const SAMPLE = labelled.filter((_, index) => index % 25 === 0);

  test('gets the points of those answers', async () => {
    expect(SAMPLE.length).toBeGreaterThan(90);
    for (const judged of SAMPLE) {
      const { replied, scored } = await scoreWith(judged);
      const own = scored.facts.reading.answers;
      // Only an unambiguous form answer, or the domain of an email address, counts for more.
      const pointsOf = (question: Question): number => {
        const certain = own[question].probability === 1 ? own[question].value : 0;
        const { present, strong } = SETTINGS.answers[question];
        return [0, present, strong][Math.max(Number(replied[question]?.value), certain)] as number;
      };
      const ask = replied.ask?.value as Ask;
      const expected = isSale(ask)
        ? QUESTIONS.reduce((sum, question) => sum + pointsOf(question), SETTINGS.asks[ask])
        : SETTINGS.asks[ask];
      const points = scored.ledger
        .filter(({ group }) => TEXT_GROUPS.has(group))
        .reduce((sum, entry) => sum + entry.points, 0);
      expect(points, judged.of).toBe(expected);
    }
  });

  test('quotes the words that the answers rest on', async () => {
    const judged = labelled.find(
      ({ lead, answers: { ask } }) => ask[0] === 'quote' && splitLead(lead).length > 2,
    );
    if (judged === undefined) throw new Error('no lead asks for a quote');
    const { scored } = await scoreWith(judged);
    expect(scored.ledger.find(({ code }) => code.endsWith('ask-quote'))?.text).toContain(
      judged.answers.ask[1],
    );
  });
});

test('a model that reads like people orders nearly all held-out leads like people', () => {
  const compared = evaluatePerfectReader();
  expect(compared.length).toBeGreaterThanOrEqual(9);
  for (const { name, perfect, withoutAi } of compared) {
    expect(perfect.ordered, name).toBeGreaterThan(0.96);
    expect(perfect.ordered, name).toBeGreaterThan(withoutAi.ordered);
    expect(perfect.callFirst, name).toBeGreaterThan(0.84);
    expect(perfect.junkCaught, name).toBeGreaterThan(0.96);
  }
});
