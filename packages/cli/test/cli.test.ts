// The command as a user runs it: as a process, with files, pipes and exit codes.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASKS, QUESTIONS } from '@leadline/engine';
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

test('leadline --version prints the version of the release and of its engine', async () => {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')).version;
  expect(await leadline(['--version'])).toEqual({
    code: 0,
    stdout: `leadline ${versionOf('cli')} (engine ${versionOf('engine')})\n`,
    stderr: '',
  });
});

describe('leadline score', () => {
  test('prints the ledger of a lead from a file', async () => {
    const { code, stdout } = await leadline(['score', 'lead.json']);
    expect(code).toBe(0);
    expect(stdout).toContain('Contact data');
    expect(stdout).toMatch(/^ +\+\d+ {2}Valid mobile number \(BR\)$/m);
    expect(stdout).toMatch(/^ +\+\d+ {2}Budget about 15,000–20,000 USD a month$/m);
    expect(stdout).toMatch(/Total\s+\d+/);
  });

  test('reads standard input for -, and --json prints what the API returns', async () => {
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

  test('--json lists the answers with their evidence, the company and the job title', async () => {
    const input = { ...lead, 'Your role': 'CEO', company: 'Acme Tools Ltd' };
    const { code, stdout } = await leadline(['score', '-', '--json', '--no-ai'], JSON.stringify(input));
    const { answers, facts, ledger } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(answers.who).toEqual({ value: 2, probability: 1, evidence: 'CEO' });
    expect(ledger).toContainEqual(expect.objectContaining({ group: 'answers', code: 'who' }));
    expect(Object.keys(answers).toSorted()).toEqual(['ask', 'doubt', ...QUESTIONS].toSorted());
    expect(ASKS).toContain(answers.ask.value);
    for (const question of QUESTIONS) {
      const { value, evidence } = answers[question];
      expect([0, 1, 2]).toContain(value);
      expect([lead.message, lead.budget, 'CEO', 'Acme Tools Ltd'].join('\n')).toContain(evidence);
    }
    expect(facts).toMatchObject({ company: 'Acme Tools Ltd', job_title: 'CEO' });
  });

  test('--ndjson prints one result per line in order, and an error for each bad line', async () => {
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
    expect(stderr).toContain('2 of 4 lines were rejected');
    expect(results.map(({ success }) => success)).toEqual([true, false, false, true]);
    expect(results[1].error).toContain('email');
    expect(results[2]).toEqual({ success: false, error: 'not valid JSON' });
  });

  test('U+2028 inside a message does not split the line', async () => {
    const { stdout } = await leadline(
      ['score', '--ndjson'],
      `${JSON.stringify({ email: 'a@b.co', message: 'one\u2028two' })}\n`,
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  test('--now scores as of another day', async () => {
    const input = JSON.stringify({ email: 'a@b.co', 'When do you want to start?': '2027-01-10' });
    const at = async (now: string) =>
      JSON.parse((await leadline(['score', '-', '--json', '--now', now], input)).stdout).facts.form_answers[0]
        .value;
    expect(await at('2027-01-05')).toBe('now');
    expect(await at('2026-06-01')).toBe('later');
    expect((await leadline(['score', '-', '--now', 'someday'], input)).code).toBe(2);
  });

  test('text of a lead cannot control the terminal', async () => {
    const { stdout } = await leadline(
      ['score', '-'],
      JSON.stringify({ email: 'a@b.co', name: '\u001b]0;owned\u0007X' }),
    );
    expect(stdout).not.toContain('\u001b');
  });

  test('--ndjson streams 20,000 leads', async () => {
    const input = Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({ email: `p${i}@acme.com`, message: `order ${i}` }),
    ).join('\n');
    // The model would take half a minute.
    const { code, stdout } = await leadline(['score', '--ndjson', '--no-ai', '-'], input);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(20_000);
  });

  test('an invalid lead exits with 1 and names the wrong field', async () => {
    const { code, stderr } = await leadline(['score', '-'], '{"email":{"a":1}}');
    expect(code).toBe(1);
    expect(stderr).toBe('leadline: invalid lead: email must be text\n');
  });

  test.each([
    ['a missing file', ['score', 'nowhere.json'], 'cannot read nowhere.json: no such file'],
    ['a folder', ['score', '.'], 'cannot read .: is a folder'],
    ['text that is not JSON', ['score', '-'], 'standard input is not valid JSON'],
  ])('%s is reported with the reason', async (_, args, message) => {
    const { code, stderr } = await leadline(args, 'hello');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  test('colors are used on a terminal or with FORCE_COLOR, never with NO_COLOR', async () => {
    const colorCode = String.fromCharCode(27);
    expect((await leadline(['score', 'lead.json'])).stdout).not.toContain(colorCode);
    expect((await leadline(['score', 'lead.json'], '', { FORCE_COLOR: '1' })).stdout).toContain(colorCode);
    expect((await leadline(['score', 'lead.json'], '', { NO_COLOR: '1' })).stdout).not.toContain(colorCode);
  });
});

describe('leadline learn', () => {
  const decided = Array.from({ length: 120 }, (_, index) => ({
    lead: {
      email: 'ana@acme.com',
      source: index % 3 === 0 ? 'Trade fair' : 'Facebook',
      custom_fields: { Seats: index % 40 },
    },
    outcome: index % 3 === 0 && index % 5 !== 0 ? 'won' : index % 7 === 0 ? 'won' : 'lost',
    received_at: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
  }));
  const lines = decided.map((line) => JSON.stringify(line)).join('\n');

  test('writes a model that score --model uses, with evidence and a measured chance', async () => {
    writeFileSync(join(folder, 'decided.ndjson'), lines);
    const learned = await leadline(['learn', '--leads', 'decided.ndjson', '--output', 'model.json']);
    expect(learned.stderr).toBe('');
    expect(learned.code).toBe(0);
    expect(learned.stdout).toMatch(/^model-[0-9a-f]{16}: 120 outcomes \(\d+ won\)/);
    expect(learned.stdout).toMatch(/^Verdict: \w+\. /m);
    const input = JSON.stringify({ email: 'kim@acme.com', source: 'Trade fair', Seats: 5 });
    const { code, stdout } = await leadline(
      ['score', '-', '--model', 'model.json', '--no-ai', '--ndjson'],
      input,
    );
    const result = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(result.model_version).toBe(learned.stdout.split(':')[0]);
    expect(result.closing).toMatchObject({ probability: expect.any(Number), basis: '120 outcomes' });
    expect(result.ledger).toContainEqual(
      expect.objectContaining({
        group: 'learned',
        code: 'learned-source',
        text: expect.stringMatching(/^Source “Trade fair”: won \d in \d+ of such leads, \d in \d+ overall/),
      }),
    );
    expect(result.ledger.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(
      result.data.score,
    );
    const explained = await leadline(['explain', '-', '--json', '--model', 'model.json', '--no-ai'], input);
    const { strengths, closing } = JSON.parse(explained.stdout);
    expect(strengths.join('\n')).toMatch(/won \d in \d+ of such leads/);
    expect(closing).toEqual(result.closing);
  });

  test('prints the model without --output', async () => {
    const { code, stdout } = await leadline(['learn', '--leads', '-', '--json'], lines);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 1,
      outcomes: 120,
      verdict: { code: expect.any(String) },
    });
  });

  test('names the lines that it could not use', async () => {
    const bad = [
      'not json',
      '{"outcome":"won"}',
      '{"lead":{"email":"a@b.co"},"outcome":"maybe"}',
      '{"lead":{},"outcome":"won"}',
    ];
    const { code, stderr } = await leadline(['learn', '--leads', '-'], `${bad.join('\n')}\n${lines}`);
    expect(code).toBe(1);
    expect(stderr).toContain('4 of 124 lines were not used');
    expect(stderr).toContain('line 1: not valid JSON');
    expect(stderr).toContain('line 2: "lead" is missing');
    expect(stderr).toContain('line 3: outcome must be "won", "lost" or "open"');
    expect(stderr).toContain('line 4: email and phone are both missing');
  });

  test('rejects a file that is not a model', async () => {
    writeFileSync(join(folder, 'broken.json'), '{"format":1}');
    const { code, stderr } = await leadline(
      ['score', '-', '--model', 'broken.json', '--no-ai'],
      JSON.stringify(lead),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('broken.json is not a usable model: engine_version is missing');
  });
});

describe('leadline explain', () => {
  test('prints strengths, next steps and what would change the grade', async () => {
    const { code, stdout } = await leadline(['explain', 'lead.json']);
    expect(code).toBe(0);
    for (const title of ['Strengths', 'Next steps', 'What would change it']) expect(stdout).toContain(title);
  });

  test('--json prints the explanation and the chance of closing that the API returns', async () => {
    const { stdout } = await leadline(['explain', '--json'], JSON.stringify(lead));
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'headline',
      'summary',
      'strengths',
      'concerns',
      'next_steps',
      'what_would_change',
      'closing',
    ]);
    expect(JSON.parse(stdout).closing).toMatchObject({ basis: 'stated prior' });
  });
});

describe('leadline budget', () => {
  test('reads a budget and shows how it was read', async () => {
    const { code, stdout } = await leadline(['budget', '10 Lakh']);
    expect(code).toBe(0);
    expect(stdout).toContain('1,000,000 INR');
    expect(stdout).toContain('→');
  });

  test('reads a text from standard input', async () => {
    const { stdout } = await leadline(['budget', '-', '--json'], '20k eur\n');
    expect(JSON.parse(stdout)).toMatchObject({ min: 20_000, currency: 'EUR' });
  });

  test('--ndjson prints one result per line, with null for unknown and open ends', async () => {
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

  test('--ndjson prints an error for a line without a text', async () => {
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
    '%j exits with 2 and points to --help',
    async (args) => {
      const { code, stderr } = await leadline(args);
      expect(code).toBe(2);
      expect(stderr).toContain('--help');
    },
  );
});
