// The bundled engine in a real browser gives exactly the score, grade and ledger that the server stored, for 500 leads.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answers, type Assessment, type NoAssessment, readLead } from '@leadline/engine';
import { call } from '@leadline/testkit/http/call';
import fc from 'fast-check';
import type { JSHandle } from 'playwright-core';
import { expect, test } from 'vitest';
import { type GoldenLead, parseLines } from '../../engine/cases/golden/golden.ts';
import { readJudged } from '../../engine/cases/judged/judged.ts';
import { storeAssessment } from './support/store-assessment.ts';
import { type Owner, useBrowserSuite } from './support/suite.ts';

const suite = useBrowserSuite();
const CASES = join(import.meta.dirname, '../../engine/cases');
const LEADS = 500;
const AT_ONCE = 25;
const ENGINE = 'src/pages/lead/engine.ts';

interface Sent {
  readonly input: unknown;
  readonly assessment?: Assessment | NoAssessment | undefined;
}

/** Every golden lead, judged leads of each kind and language, and odd generated ones. */
function chooseLeads(): Sent[] {
  const golden = parseLines<GoldenLead>(readFileSync(join(CASES, 'golden/leads.ndjson'), 'utf8'));
  const judged = globSync(join(CASES, 'judged/*/*.ndjson'))
    .sort()
    .flatMap((file) => readJudged(readFileSync(file, 'utf8')).filter((_, place) => place % 45 === 7))
    .map(({ lead }, place) => ({ input: lead, assessment: ASSESSMENTS[place % ASSESSMENTS.length] }));
  const taken = [...golden, ...judged].filter(({ input }) => readLead(input).ok);
  const strange = fc.sample(STRANGE_LEADS, { numRuns: LEADS, seed: 7 }).map((input) => ({ input }));
  return [...taken, ...strange.filter(({ input }) => readLead(input).ok)].slice(0, LEADS);
}

const NOT_SAID = { value: 0, probability: 0.9, clause: -1 } as const;
const SILENT: Answers = {
  ask: { value: 'none', probability: 0.9, clause: -1 },
  doubt: null,
  what: NOT_SAID,
  when: NOT_SAID,
  who: NOT_SAID,
  decided: NOT_SAID,
  happened: NOT_SAID,
  way: NOT_SAID,
};
const ASSESSMENTS: readonly (Assessment | NoAssessment | undefined)[] = [
  undefined,
  {
    kind: 'buyer',
    answers: {
      ...SILENT,
      ask: { value: 'quote', probability: 0.95, clause: 0 },
      doubt: { value: 'pitch', probability: 0.2, clause: 0 },
      what: { value: 2, probability: 0.8, clause: 0 },
      when: { value: 1, probability: 0.6, clause: -1 },
    },
    certainty: 0.93,
    by: 'local',
  },
  {
    kind: 'information',
    answers: {
      ...SILENT,
      ask: { value: 'info', probability: 0.7, clause: 0 },
      way: { value: 1, probability: 0.7, clause: 0 },
    },
    certainty: 0.71,
    by: 'local',
  },
  {
    kind: 'vendor-pitch',
    answers: { ...SILENT, ask: { value: 'pitch', probability: 0.66, clause: 0 } },
    certainty: 0.66,
    by: 'local',
  },
  { missing: 'busy' },
];

const WORDS = [
  '40',
  'laptops',
  'بسرعة',
  '予算',
  '$5k',
  '10 Lakh',
  'not sure',
  'ASAP',
  'ﬀ',
  '\u200b',
  '👍🏽',
  'İ',
  'ß',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const STRANGE_LEADS = fc.record({
  name: text,
  email: fc.oneof(fc.emailAddress(), text),
  phone: fc.oneof(fc.constantFrom('+12125550123', '0176 123 456', '00 49 30 23125447', '123'), text),
  budget: text,
  message: text,
  source: text,
  custom_fields: fc.dictionary(
    fc.oneof(fc.constantFrom('When do you want to start?', 'Company size', 'Tell us more'), text),
    text,
    { maxKeys: 4 },
  ),
});

/** Sends leads over HTTP like a form, and adds assessments as the server does when AI is on. */
async function sendLeads({ liveKey }: Owner, leads: readonly Sent[]): Promise<string[]> {
  const send = async ({ input, assessment }: Sent): Promise<string> => {
    const { status, body, text: answer } = await call(suite.url, '/api/webhook.php', input, { key: liveKey });
    if (status !== 200) throw new Error(`${status} ${answer}`);
    if (assessment !== undefined) await storeAssessment(suite, body.lead_id, input, assessment);
    return body.lead_id;
  };
  const ids: string[] = [];
  for (let at = 0; at < leads.length; at += AT_ONCE)
    ids.push(...(await Promise.all(leads.slice(at, at + AT_ONCE).map(send))));
  return ids;
}

test('the engine in the browser gives the scores that the server stored', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const leads = chooseLeads();
  expect(leads.length).toBe(LEADS);
  const ids = await sendLeads(owner, leads);
  await page.goto('/inbox');

  const manifest = JSON.parse(readFileSync(join(suite.dashboardFolder, '.vite/manifest.json'), 'utf8'));
  // As a string, because Vitest would transform an `import`.
  const engine = (await page.evaluateHandle(`import('/${manifest[ENGINE].file}')`)) as JSHandle<
    typeof import('@leadline/engine')
  >;
  const compared = await page.evaluate(
    async ({ engine, leadIds, atOnce }) => {
      const result = { same: 0, withAi: 0, grades: new Set<string>(), different: [] as unknown[] };
      const compare = async (id: string): Promise<void> => {
        const { data } = await (await fetch(`/api/leads/${id}`)).json();
        const { lead, received_at, result: stored } = data;
        const again = engine.score(lead, { now: new Date(received_at), assessment: stored.assessment });
        const shown = ({ score, grade, ledger, score_without_ai, ai, version, answers }: typeof stored) =>
          JSON.stringify({ score, grade, ledger, score_without_ai, ai, version, answers }, (name, value) =>
            // Stored with three digits.
            name === 'probability' ? Math.round(value * 1e3) / 1e3 : value,
          );
        const mine = shown({ ...again, ...again.data });
        if (mine === shown(stored)) result.same++;
        else result.different.push({ id, mine, stored: shown(stored) });
        result.grades.add(stored.grade);
        if (stored.assessment !== null) result.withAi++;
      };
      for (let at = 0; at < leadIds.length; at += atOnce)
        await Promise.all(leadIds.slice(at, at + atOnce).map(compare));
      return { ...result, grades: [...result.grades].sort() };
    },
    { engine, leadIds: ids, atOnce: AT_ONCE },
  );
  expect(compared.different).toEqual([]);
  expect(compared.same).toBe(LEADS);
  expect(compared.withAi).toBeGreaterThan(100);
  expect(compared.grades).toEqual(['Cold', 'Cool', 'Hot', 'Spam', 'Warm']);
});

test('the engine adds nothing to the global scope', async () => {
  const page = await suite.newPage();
  const owner = await suite.signUpOwner(page);
  const leadId = await suite.postLead(owner);
  const listGlobals = (): Promise<string[]> => page.evaluate(() => Object.keys(window));
  await page.goto('/inbox');
  const before = new Set(await listGlobals());
  await page.goto(`/leads/${leadId}`);
  await page.getByRole('heading', { name: 'What would change the score' }).waitFor();
  expect((await listGlobals()).filter((name) => !before.has(name))).toEqual([]);
});
