import type { Explanation, LedgerEntry } from '@leadline/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findInvention } from '../../src/llm/find-invention.ts';
import { makeLlmAssessor } from '../../src/llm/llm-assessor.ts';
import { chat, ModelServer, promptOf, sendText } from './model-server.ts';

const KEY = 'abcdefghij';

const PLAIN: Explanation = {
  headline: 'Warm, 75 of 100: Budget about 25,000–30,000 USD; Names a date: “by March”',
  summary:
    'Points of +82 and −7 make 75 of 100, Warm. By part: contact data +17, budget +10, the message +45, AI +3. Without AI it would be 72. Contact grade B.',
  strengths: [
    'Says what it is about (+28)',
    'Budget about 25,000–30,000 USD (+10)',
    'Business e-mail at acme-dental.com (+8)',
    'Names a date: “by March” (+3)',
  ],
  concerns: ['Words that speak against it: “12 chairs”, “are a” (−7)', 'No phone number given'],
  next_steps: [
    'Call today',
    'Ask for who decides: the answer can add up to 3 points',
    'Pick up their own words: “We are a clinic with 12 chairs and need new booking software by March.”',
  ],
  what_would_change: ['Hot (88) if they add that they are ready to order.'],
};

const LEDGER: readonly LedgerEntry[] = [
  { group: 'inquiry', code: 'detail', points: 1, text: 'Describes it in a few sentences (+1)' },
  { group: 'budget', code: 'share', points: 5, text: 'Pays 40% in advance (+5)' },
];

const FAITHFUL: Explanation = {
  headline: 'Warm at 75 of 100: a budget of about $25,000 to $30,000, and a date, “by March”',
  summary:
    'Strong points add up to +82 and weak ones to −7, which makes 75 of 100: Warm. The message counts most (+45), then contact data (+17) and budget (+10). AI adds three; without it the score would be 72. Contact grade B.',
  strengths: [
    'Their message says clearly what it is about (+28)',
    'They name a budget of 25k–30k USD (+10)',
    'They write from a business address at acme-dental.com (+8)',
    'There is a date: “by March” (+3)',
  ],
  concerns: ['Some of their words speak against it, such as “12 chairs” (−7)', 'We have no phone number yet'],
  next_steps: [
    'Give them a call today',
    'Find out who decides: it’s worth up to 3 points',
    'Open with their own words: “We are a clinic with 12 chairs and need new booking software by March.”',
  ],
  what_would_change: ['If they say that they are ready to order, this becomes Hot (88).'],
};

const changed = (changes: Partial<Explanation>): Explanation => ({ ...FAITHFUL, ...changes });
const inSteps = (step: string): Explanation => changed({ next_steps: [step] });
const find = (phrased: Explanation): string | null => findInvention(phrased, PLAIN, LEDGER);

describe('a faithful phrasing', () => {
  test('is accepted, and so is the computed explanation', () => {
    expect(find(FAITHFUL)).toBeNull();
    expect(find(PLAIN)).toBeNull();
  });

  test.each([
    'Shorter lists and plain words will do',
    'Mention the 12 chairs',
    'Mention their twelve chairs',
    'Advance payment of 40% is on offer',
    'Advance payment of 40 percent is on offer',
    'Budget: USD 25,000 at least',
    'Ask about Acme and its budget, e.g. who decides',
    'Reach out today; it’s a good moment',
    'They wrote: “need new booking software”',
    'They’ve named a date, so it’s OK to call',
    'Gap: no phone number',
  ])('may say: %s', (step) => {
    expect(find(inSteps(step))).toBeNull();
  });
});

describe('findInvention finds', () => {
  test.each<[string, Explanation, string]>([
    ['a number', inSteps('Mention their 14 chairs'), 'figure: 14'],
    ['a number word with a scale', inSteps('Mention their three hundred chairs'), 'figure: 3 hundred'],
    ['a number word alone', inSteps('Mention their thirteen chairs'), 'figure: 13'],
    ['a number with a different scale', inSteps('Mention the 12 million'), 'figure: 12 million'],
    ['a number with an invisible character in it', inSteps('Mention 8\u200b8 chairs'), 'character: U+200b'],
    ['a number in full-width digits', inSteps('Mention ９５ chairs'), 'character: U+ff19'],
    ['a percentage', inSteps('They close with 75% likelihood'), 'figure: 75%'],
    ['a percentage in words', inSteps('They close with twelve per cent likelihood'), 'figure: 12 %'],
    ['an amount of money', inSteps('Offer it for $12'), 'figure: $12'],
    ['a different currency', inSteps('Mention the budget of €25,000'), 'figure: €25,000'],
    [
      'a different currency, spelled out',
      inSteps('Mention the budget of 25,000 pesos'),
      'figure: 25,000 pesos',
    ],
    ['a loss turned into a gain', changed({ concerns: ['Some words speak against it (+7)'] }), 'figure: +7'],
    ['a phone number', inSteps('Call +49 170 1234567'), 'figure: +49'],
    ['a date', inSteps('Call before 2027'), 'figure: 2027'],
    ['a month', inSteps('Call before June'), 'name: June'],
    ['a person', inSteps('Call Maria today'), 'name: Maria'],
    ['a person at the start of a sentence', inSteps('Maria wants a call today'), 'name: Maria'],
    ['a person in the possessive', inSteps('Maria’s clinic grows'), 'name: Maria'],
    ['a person with first and last name', inSteps('Maria Silva decides'), 'name: Maria'],
    ['a company', inSteps('Mention that you work for Siemens'), 'name: Siemens'],
    ['an abbreviation', inSteps('Send the NDA'), 'name: NDA'],
    ['a product with a capital inside', inSteps('Send it from your iPhone'), 'name: iPhone'],
    ['an email address', inSteps('Write to ana@acme-dental.com'), 'character: U+40'],
    ['a URL', inSteps('See https://evil.example/x'), 'link: https://evil.example/x'],
    ['a bare domain', inSteps('See evil.example today'), 'link: evil.example'],
    ['part of a domain', inSteps('They write from dental.com'), 'link: dental.com'],
    ['a javascript: URL', inSteps('See javascript:alert(1)'), 'link: javascript:alert(1'],
    ['markup', inSteps('Call <b>today</b>'), 'character: U+3c'],
    ['another script', inSteps('Call 明天'), 'character: U+660e'],
    ['a quotation', inSteps('They said “we buy at any price”'), 'quotation: we buy at any price'],
    ['a quotation in straight quotes', inSteps("They said 'we buy now'"), 'quotation: we buy now'],
    [
      'a different grade',
      changed({ headline: 'Hot at 75 of 100: a budget is named' }),
      'word in headline: hot',
    ],
    ['a different contact grade', changed({ summary: '75 of 100, Warm. Contact grade A.' }), 'name: A'],
    ['a different score', changed({ headline: 'Warm at 88 of 100: a budget is named' }), 'figure: 88'],
    ['an amount without a figure', inSteps('They buy dozens of chairs'), 'word in next_steps: dozens'],
    ['a gender', inSteps('Call her today'), 'word in next_steps: her'],
    [
      'an extra item',
      changed({ concerns: [...FAITHFUL.concerns, 'May be late'] }),
      'more items than before: concerns',
    ],
    ['more than twice the length', inSteps('call today and '.repeat(120)), 'more than twice as long'],
  ])('%s', (_name, phrased, found) => {
    expect(find(phrased)).toContain(found);
  });

  test('long names, and shortens them', () => {
    expect(find(inSteps(`Call M${'a'.repeat(300)} today`))).toHaveLength('name: '.length + 40);
  });
});

describe('rephrasing', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await ModelServer.start();
  });
  afterEach(() => server.close());

  const rephrase = (answer: unknown) => {
    server.behave = chat(JSON.stringify(answer));
    const assessor = makeLlmAssessor({
      provider: 'openai-compatible',
      url: server.url,
      model: 'llama-3',
      key: KEY,
      timeoutMs: 2_000,
      prices: { input: 3, output: 15 },
    });
    return assessor.rephrase(PLAIN, LEDGER);
  };
  const usage = { inputTokens: 700, outputTokens: 30, dollars: (700 * 3 + 30 * 15) / 1e6 };

  test('returns a faithful phrasing and its cost', async () => {
    expect(await rephrase(FAITHFUL)).toEqual({ ok: true, explanation: FAITHFUL, usage });
  });

  test('sends the explanation between markers, and not the ledger', async () => {
    await rephrase(FAITHFUL);
    const prompt = promptOf(server.last);
    expect(prompt).toMatch(/^\[explanation \w{32} begins\]\n/);
    expect(prompt).toContain(PLAIN.headline);
    expect(prompt).not.toContain('40%');
    const system = server.last.body.messages.find(({ role }) => role === 'system');
    expect(system?.content).not.toContain('Warm');
  });

  test('rejects an invention and names it', async () => {
    expect(await rephrase(inSteps('Call Maria'))).toEqual({ ok: false, why: 'name: Maria', usage });
  });

  test.each<[string, unknown]>([
    ['an extra field', { ...FAITHFUL, score: 100 }],
    ['a missing field', { ...FAITHFUL, concerns: undefined }],
    ['text instead of a list', { ...FAITHFUL, concerns: 'none' }],
    ['a list with a number', { ...FAITHFUL, concerns: [7] }],
    ['a blank headline', { ...FAITHFUL, headline: ' ' }],
    ['prose', 'Call them today.'],
  ])('rejects %s as invalid', async (_name, answer) => {
    expect(await rephrase(answer)).toEqual({ ok: false, why: 'invalid', usage });
  });

  test('never repeats a key that the service echoes', async () => {
    for (const step of [`call ${KEY} today`, `Call X${KEY} today`]) {
      const answer = await rephrase(inSteps(step));
      expect(answer).toMatchObject({ ok: false });
      expect(JSON.stringify(answer)).not.toContain(KEY);
    }
  });

  test('shares the circuit breaker with assessments', async () => {
    const assessor = makeLlmAssessor({
      provider: 'openai-compatible',
      url: server.url,
      model: 'llama-3',
      key: null,
      timeoutMs: 2_000,
      prices: { input: 0, output: 0 },
    });
    server.behave = sendText(500, '');
    for (let time = 0; time < 5; time++) await assessor.rephrase(PLAIN, LEDGER);
    expect(assessor.isOpen()).toBe(true);
    expect(await assessor.assess([{ question: null, text: 'hello' }], String)).toMatchObject({
      why: 'circuit open',
    });
    expect(await assessor.rephrase(PLAIN, LEDGER)).toEqual({ ok: false, why: 'circuit open', usage: null });
  });
});
