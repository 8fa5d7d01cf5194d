// Runs real threads with the real model, and really kills them.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  ASKS,
  type Ask,
  type Assessment,
  type Clause,
  isSale,
  kindOf,
  type NoAssessment,
  QUESTIONS,
} from '@leadline/engine';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOW } from '../evaluation/score-message.ts';
import { type Assessor, loadAssessor, startAssessor } from '../src/assessor.ts';
import { shippedPath } from '../src/embedding-files.ts';
import { MAX_CLAUSES } from '../src/prepare-lead.ts';
import { makeReader } from '../src/reader.ts';
import { clausesOf } from './clauses-of.ts';

const BUYER = 'We need 40 laptops with docking stations for our new office by 3 March, please send a quote';
const OPTIONS = { threads: 1, deadlineMs: 5_000, onTrouble: () => {} };

const oneClause = (text: string): Clause[] => [{ question: null, text }];
const ask = (assessor: Assessor, message: string): Promise<Assessment | NoAssessment> =>
  assessor.assess(clausesOf(message), NOW);

/** Whatever the weights, an assessment has one valid answer to each question, with a clause that was read. */
function expectValid(assessment: Assessment, clauses: readonly Clause[]): void {
  const { kind, answers, certainty, by, unread = [], ...others } = assessment;
  expect(others).toEqual({});
  expect(unread).toEqual(clauses.flatMap((_, index) => (index < MAX_CLAUSES ? [] : [index])));
  expect(kind).toBe(kindOf(answers.ask.value));
  expect(by).toBe('local');
  expect(certainty).toBeGreaterThanOrEqual(0);
  expect(certainty).toBeLessThanOrEqual(1);
  expect(ASKS).toContain(answers.ask.value);
  for (const question of QUESTIONS) expect([0, 1, 2]).toContain(answers[question].value);
  for (const { probability, clause } of [answers.ask, ...QUESTIONS.map((question) => answers[question])]) {
    expect(probability).toBeGreaterThanOrEqual(0);
    expect(probability).toBeLessThanOrEqual(1);
    expect(clause).toBeGreaterThanOrEqual(-1);
    expect(clause).toBeLessThan(Math.min(Math.max(1, clauses.length), MAX_CLAUSES));
    expect(clause).toBe(Math.trunc(clause));
  }
}

test('an assessor that is still loading answers at once, without an assessment', async () => {
  const { assessor, loaded } = loadAssessor(OPTIONS);
  expect(assessor.isLoading()).toBe(true);
  expect(await ask(assessor, BUYER)).toEqual({ missing: 'unavailable' });
  await loaded;
  expect(assessor.isLoading()).toBe(false);
  expect(assessor.trouble()).toBeNull();
  expect(await ask(assessor, BUYER)).toMatchObject({ by: 'local' });
  await assessor.close();
});

describe('an assessor', () => {
  let assessor: Assessor;
  beforeAll(async () => {
    assessor = await startAssessor(OPTIONS);
  });
  afterAll(() => assessor.close());

  const readClauses = async (clauses: readonly Clause[]): Promise<Assessment> => {
    const assessment = await assessor.assess(clauses, NOW);
    if ('missing' in assessment) throw new Error(`not read: ${assessment.missing}`);
    expectValid(assessment, clauses);
    return assessment;
  };
  const read = (message: string): Promise<Assessment> => readClauses(clausesOf(message));

  test('reads what a buyer asks for, what exactly and when', async () => {
    const { kind, answers, certainty } = await read(BUYER);
    expect(kind).toBe('buyer');
    expect(['quote', 'order']).toContain(answers.ask.value);
    expect(answers.what.value).toBe(2);
    expect(answers.when.value).toBeGreaterThan(0);
    expect(certainty).toBeGreaterThanOrEqual(0.5);
  });

  test.each<[string, Ask, string]>([
    ['support', 'complaint', 'My order 4471 arrived broken and nobody answers, I want a refund'],
    ['gibberish', 'fake', 'asdfgh qwe zxcv'],
    ['job-seeker', 'job', 'I am looking for a job as a warehouse driver, my CV is attached'],
    [
      'vendor-pitch',
      'pitch',
      'We offer SEO services and guest posts on high-authority sites. Reply for our price list.',
    ],
    [
      'spam',
      'scam',
      'Congratulations! You have won 1,000,000 dollars. Send your bank details to claim the prize.',
    ],
    ['information', 'donation', 'Would you sponsor our school raffle? A donation of any size helps.'],
    ['information', 'leave', 'We have already chosen another supplier, please cancel our quote.'],
  ])('reads as %s with the ask %s: %s', async (kind, ask, message) => {
    const assessment = await read(message);
    expect(assessment.kind).toBe(kind);
    expect(assessment.answers.ask.value).toBe(ask);
  });

  test('names the clause of each answer', async () => {
    const { answers } = await read(
      'Our budget is approved and the board said yes. Water is dripping onto the server now.',
    );
    expect(answers.decided).toMatchObject({ value: 2, clause: 0 });
    expect(answers.happened).toMatchObject({ clause: 1 });
  });

  test('has no certainty in an unsupported language', async () => {
    const { certainty } = await read(
      'Tarvitsemme uuden keittiökalusteen ensi kuussa, paljonko maksaa asennettuna',
    );
    expect(certainty).toBe(0);
  });

  test.each([
    'Necesitamos presupuesto para pintar una oficina de 200 metros antes de fin de mes',
    'Wir brauchen ein Angebot für 20 Bürostühle, Lieferung bis Ende März nach Köln',
    'Nous cherchons un traiteur pour 80 personnes le 12 juin, pouvez-vous nous faire un devis ?',
    'Mujhe 2BHK flat ka interior karwana hai, budget 6 lakh, kab visit kar sakte ho?',
  ])('recognises buyers in other languages: %s', async (message) => {
    const assessment = await read(message);
    expect(assessment.kind).toBe('buyer');
    expect(isSale(assessment.answers.ask.value)).toBe(true);
    expect(assessment.certainty).toBeGreaterThanOrEqual(0.5);
  });

  test('gives a lead the same answer alone and among others', async () => {
    const alone = await read(BUYER);
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(assessor, index % 2 === 0 ? BUYER : `${index} chairs please`),
      ),
    );
    for (const [index, answer] of together.entries()) if (index % 2 === 0) expect(answer).toEqual(alone);
  });

  test('gives the same answer on a thread as on the main thread, for any date', async () => {
    const reader = await makeReader();
    const clauses = clausesOf(`${BUYER}. The old ones must be gone by the end of the year.`);
    for (const day of ['2026-03-01', '2026-12-30', '2031-06-15']) {
      const now = new Date(`${day}T09:00:00Z`);
      expect(await assessor.assess(clauses, now)).toEqual(await reader(clauses, now));
    }
  });

  // The main thread prepares ordinary leads, the reading thread all others.
  test.each([
    ['plain', BUYER],
    ['with other characters', `${BUYER} 👍 Größe: 4 m² 北京`],
    ['just short enough', `${BUYER} ${'We need chairs. '.repeat(100)}`],
    ['long', `${BUYER} ${'We need chairs. '.repeat(300)}`],
  ])('gives the same answer wherever a lead is prepared: %s', async (_, text) => {
    const reader = await makeReader();
    const clauses = clausesOf(text);
    expect(await assessor.assess(clauses, NOW)).toEqual(await reader(clauses, NOW));
  });

  test('reads a form answer the same way again', async () => {
    const clauses = [...clausesOf(BUYER), { question: 'Budget', text: 'approved, up to $40k' }];
    const first = await readClauses(clauses);
    expect(await readClauses(clauses)).toEqual(first);
    const reader = await makeReader();
    expect(await reader(clauses, NOW)).toEqual(first);
  });

  test.each<[string, Clause[]]>([
    ['no clauses', []],
    ['an empty clause', oneClause('')],
    ['a space', oneClause(' ')],
    ['a control character', oneClause('\u0000')],
    ['an emoji', oneClause('👍')],
    ['one letter 20,000 times', oneClause('a'.repeat(20_000))],
    ['half a surrogate pair', oneClause('\ud800')],
    ['one word 5,000 times', oneClause('ok '.repeat(5_000))],
    ['a question without an answer', [{ question: 'When?', text: '' }]],
    ['an answer to an empty question', [{ question: '', text: 'tomorrow' }]],
    ['a very long question', [{ question: 'why '.repeat(5_000), text: 'because' }]],
    ['names of prototype properties', [{ question: '__proto__', text: 'constructor' }]],
  ])('answers any input: %s', async (_name, clauses) => {
    await readClauses(clauses);
  });

  test.each(['', '👍', 'a'.repeat(20_000), 'ok. '.repeat(5_000)])(
    'answers any message, however it is split into clauses (%#)',
    async (message) => {
      await read(message);
    },
  );

  test('finds nothing in an empty lead', async () => {
    expect(await readClauses([])).toMatchObject({
      kind: 'information',
      answers: { ask: { value: 'none' } },
      certainty: 0,
    });
  });

  test('reads only the beginning of a very long lead, within a second', async () => {
    const start = performance.now();
    await readClauses(
      Array.from({ length: 5_000 }, (_, index) => oneClause(`${index} chairs please`)).flat(),
    );
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('is not affected by a lead that breaks the model', async () => {
    const alone = await read(BUYER);
    const broken = [{ question: null, text: null }] as unknown as Clause[];
    const [before, failed, after] = await Promise.all([
      ask(assessor, BUYER),
      assessor.assess(broken, NOW),
      ask(assessor, BUYER),
    ]);
    expect(failed).toEqual({ missing: 'unavailable' });
    expect([before, after]).toEqual([alone, alone]);
    expect(assessor.trouble()).toBeNull();
  });
});

describe('an assessor under stress', () => {
  const long = (index: number, times: number): string =>
    `${index} ${'we need a quote for painting the office '.repeat(times)}`;

  test('answers busy at the deadline, and recovers afterwards', async () => {
    const assessor = await startAssessor({ ...OPTIONS, deadlineMs: 200 });
    // The first lead takes longest.
    await ask(assessor, BUYER);
    const answers = await Promise.all(
      // The first is short enough to be read in time even on a slow machine.
      Array.from({ length: 200 }, (_, index) => ask(assessor, index === 0 ? `${BUYER}!` : long(index, 40))),
    );
    const busy = answers.filter((answer) => 'missing' in answer && answer.missing === 'busy').length;
    expect(busy).toBeGreaterThan(50);
    expect(busy).toBeLessThan(200);
    await sleep(400);
    expect(await ask(assessor, BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
  });

  test('replaces a thread that dies', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const troubles: string[] = [];
    const assessor = await startAssessor({ ...OPTIONS, onTrouble: (why) => void troubles.push(why) });
    await ask(assessor, BUYER);
    const thread = posted.mock.contexts[0] as Worker;
    const killed = thread.terminate();
    const asked = Array.from({ length: 30 }, (_, index) => ask(assessor, `${index} ${BUYER}`));
    await killed;
    expect(assessor.trouble()).toBe('the thread died');
    const answers = await Promise.all(asked);
    expect(answers).toHaveLength(30);
    expect(troubles).toHaveLength(1);
    await expect.poll(() => assessor.trouble(), { timeout: 5_000 }).toBeNull();
    expect(await ask(assessor, BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
  });

  test('replaces a thread that is silent too long, without crashing the process', async () => {
    const troubles: string[] = [];
    const assessor = await startAssessor({
      ...OPTIONS,
      maxSilenceMs: 20,
      onTrouble: (why) => void troubles.push(why),
    });
    for (let time = 1; time <= 3; time++) {
      const asked = Array.from({ length: 6 }, (_, index) => ask(assessor, long(index, 60)));
      expect(await Promise.all(asked)).toContainEqual({ missing: 'unavailable' });
      await expect.poll(() => troubles.length, { timeout: 10_000 }).toBe(time);
      await expect.poll(() => assessor.trouble(), { timeout: 10_000 }).toBeNull();
    }
    expect(new Set(troubles)).toEqual(new Set(['the thread stopped responding']));
    await assessor.close();
  });

  test.each([1, 2, 3, 4])(
    'closes in the middle of its work without crashing the process (run %d)',
    async () => {
      const assessor = await startAssessor(OPTIONS);
      const asked = Array.from({ length: 40 }, (_, index) => ask(assessor, long(index, 20)));
      await sleep(25);
      await assessor.close();
      expect(await Promise.all(asked)).toHaveLength(40);
    },
  );

  test('with a corrupt model file reports it, answers immediately, and recovers when the file is restored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    const modelFile = join(folder, 'model.onnx');
    copyFileSync(shippedPath('embedding.onnx'), modelFile);
    writeFileSync(modelFile, 'x', { flag: 'r+' });
    const troubles: string[] = [];
    const assessor = await startAssessor({
      ...OPTIONS,
      modelFile,
      onTrouble: (why) => void troubles.push(why),
    });
    expect(assessor.trouble()).toMatch(/Wrong checksum/);
    expect(troubles[0]).toMatch(/Wrong checksum/);
    const clauses = clausesOf(BUYER);
    const start = performance.now();
    expect(await assessor.assess(clauses, NOW)).toEqual({ missing: 'unavailable' });
    expect(performance.now() - start).toBeLessThan(50);
    // The restored file is picked up without restarting the service.
    copyFileSync(shippedPath('embedding.onnx'), modelFile);
    await expect.poll(() => assessor.trouble(), { timeout: 10_000 }).toBeNull();
    expect(await ask(assessor, BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
    rmSync(folder, { recursive: true });
  });
});

test('importing the assessor turns off ONNX Runtime telemetry', async () => {
  vi.resetModules();
  vi.stubEnv('ORT_DISABLE_TELEMETRY', undefined);
  await import('../src/assessor.ts');
  expect(process.env.ORT_DISABLE_TELEMETRY).toBe('1');
});

describe('loadHeads', () => {
  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });

  /** Loads the heads from files that were changed while being read. */
  async function loadChanged(change: (file: string, bytes: Buffer) => Buffer): Promise<unknown> {
    vi.resetModules();
    vi.doMock('node:fs', async (importActual) => {
      const actual = await importActual<typeof import('node:fs')>();
      const readFileSync = (file: URL, encoding?: BufferEncoding): string | Buffer => {
        const bytes = change(String(file), actual.readFileSync(file));
        return encoding === undefined ? bytes : bytes.toString(encoding);
      };
      return { ...actual, default: { ...actual, readFileSync }, readFileSync };
    });
    const { loadHeads } = await import('../src/heads-file.ts');
    return loadHeads();
  }

  test('loads the shipped files', async () => {
    expect(await loadChanged((_file, bytes) => bytes)).toHaveProperty('weights.lead');
  });

  test('rejects weights with a single flipped bit', async () => {
    const flipped = loadChanged((file, bytes) => {
      if (file.endsWith('.bin')) bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      return bytes;
    });
    await expect(flipped).rejects.toThrow('heads.bin does not match heads.json');
  });

  test('rejects truncated weights', async () => {
    const cut = loadChanged((file, bytes) => (file.endsWith('.bin') ? bytes.subarray(0, -4) : bytes));
    await expect(cut).rejects.toThrow('heads.bin does not match heads.json');
  });

  test('rejects weights trained for other questions', async () => {
    const other = loadChanged((file, bytes) =>
      file.endsWith('.json') ? Buffer.from(bytes.toString().replace('"emergency"', '"whim"')) : bytes,
    );
    await expect(other).rejects.toThrow('trained for other questions');
  });
});
