// The command as a user runs it: a process of its own, with files, pipes and exit codes.

import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'leadline-cli-'));
const lead = {
  name: 'Ana Souza',
  email: 'ana@acme.com',
  phone: '+5511987654321',
  budget: '$15k-20k/mo',
  message: 'We need 40 laptops by Friday, please call me',
};

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function leadline(args: readonly string[], input = '', env: Record<string, string> = {}): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

writeFileSync(join(folder, 'lead.json'), JSON.stringify(lead));

describe('leadline score', () => {
  test('prints the ledger of a lead from a file', async () => {
    const { code, stdout } = await leadline(['score', 'lead.json']);
    expect(code).toBe(0);
    expect(stdout).toContain('Contact data');
    expect(stdout).toMatch(/^ +\+\d+ {2}Email at their own domain, acme\.com$/m);
    expect(stdout).toMatch(/^ +\+\d+ {2}Budget about 15,000–20,000 USD a month$/m);
    expect(stdout).toMatch(/Sum\s+\d+/);
  });

  test('reads standard input for -, and --json gives the result of the interface', async () => {
    const { code, stdout } = await leadline(['score', '-', '--json'], JSON.stringify(lead));
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      success: true,
      version: expect.any(String),
      data: { score: expect.any(Number), grade: expect.any(String) },
    });
    expect(result.ledger.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(
      result.data.score,
    );
    expect(result.facts.budget).toMatchObject({ min: 15_000, max: 20_000, currency: 'USD', period: 'month' });
  });

  test('--json names what was read, each with the words that show it, and who writes', async () => {
    const input = { ...lead, 'Your role': 'CEO', company: 'Acme Tools Ltd' };
    const { code, stdout } = await leadline(['score', '-', '--json', '--no-ai'], JSON.stringify(input));
    const { concepts, facts, ledger } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(concepts).toContainEqual({ concept: 'authority', strength: 2, evidence: 'CEO' });
    expect(ledger).toContainEqual(expect.objectContaining({ group: 'answers', code: 'authority' }));
    for (const found of concepts) {
      expect(found).toEqual({
        concept: expect.stringMatching(/^[a-z]+(?:-[a-z]+)*$/),
        strength: expect.toBeOneOf([1, 2]),
        evidence: expect.stringMatching(/\S/),
      });
      expect([lead.message, lead.budget, 'CEO', 'Acme Tools Ltd'].join('\n')).toContain(found.evidence);
    }
    expect(facts).toMatchObject({ company: 'Acme Tools Ltd', job_title: 'CEO' });
  });

  test('--ndjson answers every line in order, a bad one with an error in its place', async () => {
    const lines = [
      JSON.stringify(lead),
      '{"name":"nobody"}',
      'not json',
      JSON.stringify({ phone: 4930901820 }),
    ];
    const { code, stdout, stderr } = await leadline(['score', '--ndjson'], `\ufeff${lines.join('\r\n')}\n`);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(stderr).toContain('2 of 4 lines were refused');
    expect(results.map(({ success }) => success)).toEqual([true, false, false, true]);
    expect(results[1].error).toContain('email');
    expect(results[2]).toEqual({ success: false, error: 'not JSON' });
  });

  test('a line separator inside a text does not split the line', async () => {
    const { stdout } = await leadline(
      ['score', '--ndjson'],
      `${JSON.stringify({ email: 'a@b.co', message: 'one\u2028two' })}\n`,
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  test('--now scores as of another day', async () => {
    const input = JSON.stringify({ email: 'a@b.co', 'When do you want to start?': '2027-01-10' });
    const at = async (now: string) =>
      JSON.parse((await leadline(['score', '-', '--json', '--now', now], input)).stdout).facts.answers[0]
        .value;
    expect(await at('2027-01-05')).toBe('now');
    expect(await at('2026-06-01')).toBe('later');
    expect((await leadline(['score', '-', '--now', 'someday'], input)).code).toBe(2);
  });

  test('a lead cannot steer the terminal', async () => {
    const { stdout } = await leadline(
      ['score', '-'],
      JSON.stringify({ email: 'a@b.co', name: '\u001b]0;owned\u0007X' }),
    );
    expect(stdout).not.toContain('\u001b');
  });

  test('--ndjson streams: 20,000 leads, in order', async () => {
    const input = Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({ email: `p${i}@acme.com`, message: `order ${i}` }),
    ).join('\n');
    // Without the model, which would read for half a minute.
    const { code, stdout } = await leadline(['score', '--ndjson', '--no-ai', '-'], input);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(20_000);
  });

  test('a refused lead says which field is wrong, and the exit code is 1', async () => {
    const { code, stderr } = await leadline(['score', '-'], '{"email":{"a":1}}');
    expect(code).toBe(1);
    expect(stderr).toBe('leadline: invalid lead: email must be text\n');
  });

  test.each([
    [
      'a file that is not there',
      ['score', 'nowhere.json'],
      'cannot read nowhere.json: there is no such file',
    ],
    ['a folder', ['score', '.'], 'cannot read .: it is a folder'],
    ['a text that is not JSON', ['score', '-'], 'standard input is not JSON'],
  ])('%s gets an answer that helps', async (_, args, message) => {
    const { code, stderr } = await leadline(args, 'hello');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  test('colours only where they are wanted', async () => {
    const colourCode = String.fromCharCode(27);
    expect((await leadline(['score', 'lead.json'])).stdout).not.toContain(colourCode);
    expect((await leadline(['score', 'lead.json'], '', { FORCE_COLOR: '1' })).stdout).toContain(colourCode);
    expect((await leadline(['score', 'lead.json'], '', { NO_COLOR: '1' })).stdout).not.toContain(colourCode);
  });
});

describe('leadline explain', () => {
  test('prints why, and what would change it', async () => {
    const { code, stdout } = await leadline(['explain', 'lead.json']);
    expect(code).toBe(0);
    for (const title of ['Strengths', 'Next steps', 'What would change it']) expect(stdout).toContain(title);
  });

  test('--json gives the explanation of the interface', async () => {
    const { stdout } = await leadline(['explain', '--json'], JSON.stringify(lead));
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'headline',
      'summary',
      'strengths',
      'concerns',
      'next_steps',
      'what_would_change',
    ]);
  });
});

describe('leadline budget', () => {
  test('reads a budget and shows how', async () => {
    const { code, stdout } = await leadline(['budget', '10 Lakh']);
    expect(code).toBe(0);
    expect(stdout).toContain('1,000,000 INR');
    expect(stdout).toContain('→');
  });

  test('reads a text from standard input', async () => {
    const { stdout } = await leadline(['budget', '-', '--json'], '20k eur\n');
    expect(JSON.parse(stdout)).toMatchObject({ min: 20_000, currency: 'EUR' });
  });

  test('--ndjson gives one reading a line, null for unknown and open ends', async () => {
    const { code, stdout } = await leadline(
      ['budget', '--ndjson'],
      '{"text":"10k+ eur / year"}\n{"text":"TBD"}\n{"text":500}\n',
    );
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { min: 10_000, max: null, currency: 'EUR', period: 'year', stated: true },
      { min: null, max: null, currency: null, period: null, stated: false },
      { min: 500, max: 500, currency: null, period: null, stated: true },
    ]);
  });

  test('a line without a text is answered in its place', async () => {
    const { code, stdout } = await leadline(['budget', '--ndjson'], '{"txt":"10k"}\n{"text":"5k"}\n');
    const [first, second] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(first.success).toBe(false);
    expect(second.min).toBe(5_000);
  });
});

describe('wrong usage', () => {
  test('help goes to standard output with exit code 0', async () => {
    const { code, stdout } = await leadline(['--help']);
    expect(code).toBe(0);
    for (const word of ['score', 'explain', 'budget', 'Exit codes']) expect(stdout).toContain(word);
  });

  test.each([[['frobnicate']], [['score', '--wrong']], [['score', 'a', 'b']], [['budget']]])(
    '%j exits with 2 and says how',
    async (args) => {
      const { code, stderr } = await leadline(args);
      expect(code).toBe(2);
      expect(stderr).toContain('--help');
    },
  );
});
