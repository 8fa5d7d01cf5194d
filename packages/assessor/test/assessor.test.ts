// Real threads, the real model; what is killed here is really killed.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type Assessment,
  type Clause,
  CONCEPTS,
  type Concept,
  kindOf,
  type NoAssessment,
} from '@leadline/engine';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOW } from '../evaluation/score-message.ts';
import { type Assessor, startAssessor } from '../src/assessor.ts';
import { shippedPath } from '../src/embedding-files.ts';
import { MAX_CLAUSES, makeReader } from '../src/reader.ts';
import { clausesOf } from './clauses-of.ts';

const BUYER = 'We need 40 laptops with docking stations for our new office by 3 March, please send a quote';
const quietly = { threads: 1, deadlineMs: 5_000, onTrouble: () => {} };

const say = (text: string): Clause[] => [{ question: null, text }];
const ask = (assessor: Assessor, message: string): Promise<Assessment | NoAssessment> =>
  assessor.assess(clausesOf(message), NOW);
const conceptsOf = ({ present }: Assessment): Concept[] => present.map(({ concept }) => concept);

/** Whatever the weights say, an assessment is made of known concepts, each once, in clauses that were read. */
function expectWhole(assessment: Assessment, clauses: readonly Clause[]): void {
  const { kind, present, absent, certainty, by, unread = [], ...others } = assessment;
  expect(others).toEqual({});
  // Of what it did not read it says nothing, and it says so.
  expect(unread).toEqual(clauses.flatMap((_, index) => (index < MAX_CLAUSES ? [] : [index])));
  expect(kind).toBe(kindOf(conceptsOf(assessment)));
  expect(by).toBe('local');
  expect(certainty).toBeGreaterThanOrEqual(0);
  expect(certainty).toBeLessThanOrEqual(1);
  const named = [...conceptsOf(assessment), ...absent];
  expect(new Set(named).size).toBe(named.length);
  expect(CONCEPTS).toEqual(expect.arrayContaining(named));
  for (const { strength, clause } of present) {
    expect([1, 2]).toContain(strength);
    expect(clause).toBeGreaterThanOrEqual(0);
    expect(clause).toBeLessThan(Math.min(clauses.length, MAX_CLAUSES));
    expect(clause).toBe(Math.trunc(clause));
  }
}

describe('an assessor', () => {
  let assessor: Assessor;
  beforeAll(async () => {
    assessor = await startAssessor(quietly);
  });
  afterAll(() => assessor.close());

  const readClauses = async (clauses: readonly Clause[]): Promise<Assessment> => {
    const assessment = await assessor.assess(clauses, NOW);
    if ('missing' in assessment) throw new Error(`not read: ${assessment.missing}`);
    expectWhole(assessment, clauses);
    return assessment;
  };
  const read = (message: string): Promise<Assessment> => readClauses(clausesOf(message));

  test('reads what a buyer wants, how much and until when', async () => {
    const assessment = await read(BUYER);
    expect(assessment.kind).toBe('buyer');
    expect(conceptsOf(assessment)).toEqual(expect.arrayContaining(['need', 'deadline', 'scope']));
    expect(assessment.absent).toEqual(expect.arrayContaining(['support', 'pitch', 'job', 'scam', 'fake']));
    expect(assessment.certainty).toBeGreaterThanOrEqual(0.5);
  });

  test.each<[string, Concept, string]>([
    ['support', 'support', 'My order 4471 arrived broken and nobody answers, I want a refund'],
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
    ['information', 'gone', 'We have already chosen another supplier, please cancel our quote.'],
  ])('takes for %s what shows “%s”: %s', async (kind, concept, message) => {
    const assessment = await read(message);
    expect(assessment.kind).toBe(kind);
    expect(conceptsOf(assessment)).toContain(concept);
    expect(conceptsOf(assessment)).not.toContain('need');
  });

  test('says in which clause it read what', async () => {
    const { present } = await read(
      'Our budget is approved and we have decided to order. Please call me today.',
    );
    expect(present).toContainEqual(expect.objectContaining({ concept: 'committed', clause: 0 }));
    expect(present).toContainEqual(expect.objectContaining({ concept: 'call', clause: 1 }));
  });

  test('is sure of nothing in a language that it does not know', async () => {
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
  ])('reads the languages leads are written in: %s', async (message) => {
    const assessment = await read(message);
    expect(assessment.kind).toBe('buyer');
    expect(conceptsOf(assessment)).toContain('need');
    expect(assessment.certainty).toBeGreaterThanOrEqual(0.5);
  });

  test('gives a lead the same answer in any company', async () => {
    const alone = await read(BUYER);
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(assessor, index % 2 === 0 ? BUYER : `${index} chairs please`),
      ),
    );
    for (const [index, answer] of together.entries()) if (index % 2 === 0) expect(answer).toEqual(alone);
  });

  test('says on a thread what the model says off it, whenever the lead came in', async () => {
    const reader = await makeReader();
    const clauses = clausesOf(`${BUYER}. The old ones must be gone by the end of the year.`);
    for (const day of ['2026-03-01', '2026-12-30', '2031-06-15']) {
      const now = new Date(`${day}T09:00:00Z`);
      expect(await assessor.assess(clauses, now)).toEqual(await reader(clauses, now));
    }
  });

  test.each<[string, Clause[]]>([
    ['no clause', []],
    ['an empty clause', say('')],
    ['a blank', say(' ')],
    ['a control character', say('\u0000')],
    ['a picture', say('👍')],
    ['one letter 20,000 times', say('a'.repeat(20_000))],
    ['half a character', say('\ud800')],
    ['one word 5,000 times', say('ok '.repeat(5_000))],
    ['a question without an answer', [{ question: 'When?', text: '' }]],
    ['an answer to a question without words', [{ question: '', text: 'tomorrow' }]],
    ['a question without end', [{ question: 'why '.repeat(5_000), text: 'because' }]],
    ['a name from the prototype', [{ question: '__proto__', text: 'constructor' }]],
  ])('answers to anything: %s', async (_name, clauses) => {
    await readClauses(clauses);
  });

  test.each(['', '👍', 'a'.repeat(20_000), 'ok. '.repeat(5_000)])(
    'answers to whatever a lead is cut into (%#)',
    async (message) => {
      await read(message);
    },
  );

  test('reads nothing into a lead that says nothing', async () => {
    expect(await readClauses([])).toMatchObject({ kind: 'information', present: [], certainty: 0 });
  });

  test('reads the beginning of a lead without end, in time', async () => {
    const start = performance.now();
    await readClauses(Array.from({ length: 5_000 }, (_, index) => say(`${index} chairs please`)).flat());
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('has no other suffer from a lead that cannot be read', async () => {
    const alone = await read(BUYER);
    const broken = [{ question: null, text: null }] as unknown as Clause[];
    const [before, stumbled, after] = await Promise.all([
      ask(assessor, BUYER),
      assessor.assess(broken, NOW),
      ask(assessor, BUYER),
    ]);
    expect(stumbled).toEqual({ missing: 'unavailable' });
    expect([before, after]).toEqual([alone, alone]);
    expect(assessor.trouble()).toBeNull();
  });
});

describe('an assessor in trouble', () => {
  const long = (index: number, times: number): string =>
    `${index} ${'we need a quote for painting the office '.repeat(times)}`;

  test('says busy when a lead cannot be read in time, and reads again afterwards', async () => {
    const assessor = await startAssessor({ ...quietly, deadlineMs: 200 });
    // The first takes longer than all others.
    await ask(assessor, BUYER);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ask(assessor, long(index, 40))),
    );
    const busy = answers.filter((answer) => 'missing' in answer && answer.missing === 'busy').length;
    expect(busy).toBeGreaterThan(50);
    expect(busy).toBeLessThan(200);
    await sleep(400);
    expect(await ask(assessor, BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
  });

  test('goes on with a new thread when one dies', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const troubles: string[] = [];
    const assessor = await startAssessor({ ...quietly, onTrouble: (why) => void troubles.push(why) });
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

  test.each([1, 2, 3, 4])(
    'closes in the middle of its work without taking the process with it (%d)',
    async () => {
      const assessor = await startAssessor(quietly);
      const asked = Array.from({ length: 40 }, (_, index) => ask(assessor, long(index, 20)));
      await sleep(25);
      await assessor.close();
      expect(await Promise.all(asked)).toHaveLength(40);
    },
  );

  test('that has a broken model says so, and answers at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    const modelFile = join(folder, 'model.onnx');
    copyFileSync(shippedPath('embedding.onnx'), modelFile);
    writeFileSync(modelFile, 'x', { flag: 'r+' });
    const troubles: string[] = [];
    const assessor = await startAssessor({
      ...quietly,
      modelFile,
      onTrouble: (why) => void troubles.push(why),
    });
    expect(assessor.trouble()).toMatch(/Wrong checksum/);
    expect(troubles[0]).toMatch(/Wrong checksum/);
    const clauses = clausesOf(BUYER);
    const start = performance.now();
    expect(await assessor.assess(clauses, NOW)).toEqual({ missing: 'unavailable' });
    expect(performance.now() - start).toBeLessThan(50);
    // The file is mended: it is found out without a restart.
    copyFileSync(shippedPath('embedding.onnx'), modelFile);
    await expect.poll(() => assessor.trouble(), { timeout: 10_000 }).toBeNull();
    expect(await ask(assessor, BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
    rmSync(folder, { recursive: true });
  });
});

describe('weights are refused', () => {
  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.resetModules();
  });

  /** Loads the model from files that were changed on their way. */
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

  test('not when they are as they were written', async () => {
    expect(await loadChanged((_file, bytes) => bytes)).toHaveProperty('limits.need.present');
  });

  test('when a single bit of them has changed', async () => {
    const flipped = loadChanged((file, bytes) => {
      if (file.endsWith('.bin')) bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      return bytes;
    });
    await expect(flipped).rejects.toThrow('heads.bin does not match heads.json');
  });

  test('when they were cut short', async () => {
    const cut = loadChanged((file, bytes) => (file.endsWith('.bin') ? bytes.subarray(0, -4) : bytes));
    await expect(cut).rejects.toThrow('heads.bin does not match heads.json');
  });

  test('when they were learnt for other concepts', async () => {
    const other = loadChanged((file, bytes) =>
      file.endsWith('.json') ? Buffer.from(bytes.toString().replace('"trigger"', '"whim"')) : bytes,
    );
    await expect(other).rejects.toThrow('different list of concepts');
  });
});
