// Everything in the API that processes what a caller sends, as the API calls it, at the largest size it accepts.

import { explain, type Lead, readLead, score, splitLead, unwrap } from '@leadline/engine';
import {
  cleanBody,
  type FileShape,
  findRequestsThatMention,
  findRowsThatMention,
  isLarge,
  MAX_BODY_BYTES as MAX_LOGGED_BYTES,
  parseBody,
  previewRows,
  type Row,
  readBatchBody,
  readFileShape,
  readRows,
  scoreToStore,
  surveyRows,
  withoutKeys,
} from '@leadline/server/testing';
import type { CostTarget } from './cost-target.ts';

/** What one request may cost the main thread. */
const MAIN_THREAD_MS = 50;
/** What one task may cost a compute thread, after which other accounts get a turn. */
const COMPUTE_THREAD_MS = 1_000;
const KIB = 1024;

const NOW = new Date('2026-06-15T10:00:00Z');
const EMAIL = 'ana@acme.com';

const bytesOf = (text: string, max: number): Buffer => Buffer.from(text).subarray(0, max);

/** Spreads a text over a lead's fields in different ways, each as long as it may be. */
const LEAD_SHAPES: readonly ((text: string, total: number) => Record<string, unknown>)[] = [
  (text, total) => ({ email: EMAIL, message: text.slice(0, Math.min(20_000, total)) }),
  (text, total) => ({ email: EMAIL, budget: text.slice(0, Math.min(20_000, total)) }),
  (text, total) => ({
    email: text.slice(0, Math.min(20_000, total / 4)),
    phone: text.slice(0, Math.min(20_000, total / 4)),
    name: text.slice(0, Math.min(20_000, total / 4)),
    source: text.slice(0, Math.min(20_000, total / 4)),
  }),
  (text, total) => ({
    email: EMAIL,
    message: text.slice(0, total / 8),
    custom_fields: split(text, 5, total),
  }),
  (text, total) => ({ email: EMAIL, custom_fields: split(text, 200, total) }),
  (text, total) => ({
    message: text.slice(0, 20_000),
    custom_fields: { contact: text.slice(0, total / 2), x: EMAIL },
  }),
];

function split(text: string, parts: number, total: number): Record<string, string> {
  const size = Math.floor(Math.min(total, 100_000) / parts);
  return Object.fromEntries(
    Array.from({ length: parts }, (_, index) => {
      const question = text.slice(0, Math.min(400, Math.floor(size / 2)));
      return [`${question} ${index}`, text.slice(0, size - question.length - 4)];
    }),
  );
}

const inShape = (text: string, shape: number, total: number): Record<string, unknown> =>
  (LEAD_SHAPES[shape] as (typeof LEAD_SHAPES)[number])(text, total);

/** Closes what a generated piece of JSON left open, so that it is valid more often. */
function closeJson(text: string): string {
  const open: string[] = [];
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isString && char === '\\') at++;
    else if (char === '"') isString = !isString;
    else if (!isString && (char === '[' || char === '{')) open.push(char === '[' ? ']' : '}');
    else if (!isString && (char === ']' || char === '}')) open.pop();
  }
  const end = isString ? '"' : text.endsWith(':') || text.endsWith(',') ? '1' : '';
  return text + end + open.reverse().join('');
}

const readBody = (body: Buffer, format: 'json' | 'form') => () => {
  try {
    return readLead(withoutKeys(unwrap(parseBody({ bytes: body, format })).fields));
  } catch {
    return null; // rejected
  }
};

const withLead = (body: Record<string, unknown>, work: (lead: Lead) => unknown) => {
  const read = readLead(body);
  return () => (read.ok ? work(read.lead) : readLead(body));
};

const identity = { fingerprint: '', rememberedFrom: '', bodyHash: '' };
const prepare = (lead: Lead): unknown =>
  scoreToStore({
    owner: { accountId: '', monthlyLimit: null, storageLimit: null },
    leadId: '0190a5d2-0000-7000-8000-000000000000',
    lead,
    assessment: null,
    settings: null,
    model: null,
    month: NOW,
    identity,
    isLinked: true,
  });

const JSON_PATTERNS = [
  '{"a":[',
  '[1,',
  '{"data":{"fields":[',
  '{"body":',
  '"\\u0041',
  '[[',
  '{"answers":[{"value":"a"},',
  '1e9,',
];
const CSV_PATTERNS = [
  'a,b\n',
  '"a",',
  '"\n',
  ',',
  ';',
  ';\n',
  '"a""b",',
  'a"b,',
  '\r',
  '01/02/2026,',
  '{"a":"b"}\n',
];
const BY_PHONE = { email: null, phones: ['+12125550142', '2125550142', '1111111'] };
const BY_EMAIL = { email: EMAIL, phones: ['+12125550142'] };

const HEADER = 'name,email,phone,budget,message,date\n';

export const COST_TARGETS: readonly CostTarget[] = [
  {
    name: 'read a JSON body',
    thread: 'main',
    limitMs: MAIN_THREAD_MS,
    maxLength: 256 * KIB,
    shapes: 3,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const body = [
        closeJson(text.slice(0, text.length / 2)),
        `{"email":"${EMAIL}","x":${closeJson(text.slice(0, text.length / 2))}}`,
        JSON.stringify(inShape(text, 4, 220_000)),
      ][shape] as string;
      return readBody(bytesOf(body, 256 * KIB), 'json');
    },
  },
  {
    name: 'read a form body',
    thread: 'main',
    limitMs: MAIN_THREAD_MS,
    maxLength: 256 * KIB,
    shapes: 2,
    patterns: ['custom_fields[a]=b&', 'a[]=b&', 'custom_fields[', 'a=%'],
    prepare: (text, shape) =>
      readBody(
        bytesOf(shape === 0 ? `email=${EMAIL}&${text}` : `a=${text.replaceAll('&', '')}`, 256 * KIB),
        'form',
      ),
  },
  {
    name: 'score a small lead',
    thread: 'main',
    limitMs: MAIN_THREAD_MS,
    maxLength: 20_000,
    shapes: LEAD_SHAPES.length,
    prepare: (text, shape) => {
      const read = readLead(inShape(text, shape, 1_900));
      return () => (read.ok && !isLarge(read.lead) ? [splitLead(read.lead), prepare(read.lead)] : null);
    },
  },
  {
    name: 'split a large lead for the AI and send it to a thread',
    thread: 'main',
    limitMs: MAIN_THREAD_MS,
    maxLength: 100_000,
    shapes: LEAD_SHAPES.length,
    prepare: (text, shape) =>
      withLead(inShape(text, shape, 220_000), (lead) => [splitLead(lead), structuredClone(lead)]),
  },
  {
    name: 'clean a small logged body',
    thread: 'main',
    limitMs: MAIN_THREAD_MS,
    maxLength: 2_000,
    shapes: 2,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const bytes = bytesOf(shape === 0 ? text : closeJson(text.slice(0, 1_500)), 2_000);
      return () => cleanBody({ bytes, isCut: false });
    },
  },
  {
    name: 'clean a large logged body',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: MAX_LOGGED_BYTES,
    shapes: 2,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const bytes = bytesOf(shape === 0 ? text : closeJson(text.slice(0, 16_000)), MAX_LOGGED_BYTES);
      return () => cleanBody({ bytes, isCut: true });
    },
  },
  {
    name: 'score a large lead',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: 100_000,
    shapes: LEAD_SHAPES.length,
    prepare: (text, shape) => withLead(inShape(text, shape, 220_000), prepare),
  },
  {
    name: 'explain a lead',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: 100_000,
    shapes: LEAD_SHAPES.length,
    prepare: (text, shape) =>
      withLead(inShape(text, shape, 220_000), (lead) => [
        explain(lead, { now: NOW }),
        score(lead, { now: NOW }),
      ]),
  },
  {
    name: 'search two rejected rows for a person',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: 60_000,
    shapes: 4,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const value = shape < 2 ? text : closeJson(text.slice(0, 30_000));
      const content = JSON.stringify({ a: value }).slice(0, 120_000);
      const valid = content.endsWith('}') ? content : JSON.stringify({ a: value.slice(0, 15_000) });
      const identifiers = shape % 2 === 0 ? BY_PHONE : BY_EMAIL;
      return () => findRowsThatMention({ identifiers, contents: [valid, valid] });
    },
  },
  {
    name: 'search eight logged requests for a person',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: 16_000,
    shapes: 4,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const body = shape < 2 ? text : closeJson(text.slice(0, 8_000));
      const request = { body, content_type: 'application/json', error: null };
      const identifiers = shape % 2 === 0 ? BY_PHONE : BY_EMAIL;
      return () =>
        findRequestsThatMention({ identifiers, requests: Array.from({ length: 8 }, () => request) });
    },
  },
  {
    name: 'detect the format of a file',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: KIB * KIB,
    shapes: 3,
    patterns: CSV_PATTERNS,
    prepare: (text, shape) => {
      const head = bytesOf(shape === 0 ? text : `${HEADER}${text}`, KIB * KIB);
      return () => readFileShape(head, shape !== 2);
    },
  },
  {
    name: 'preview a file',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: KIB * KIB,
    shapes: 2,
    patterns: CSV_PATTERNS,
    prepare: (text, shape) => {
      const bytes = bytesOf(shape === 0 ? HEADER + text : longRows(text), KIB * KIB);
      const read = readFileShape(bytes, true);
      if (!read.ok) return () => null;
      const mapping = { name: 'name', email: 'email', message: 'message' } as const;
      const { shape: fileShape } = read;
      return async () => {
        const rows: Row[] = [];
        for await (const batch of readRows(inOneChunk(bytes, fileShape), fileShape, fileShape.firstRow)) {
          rows.push(...batch.rows);
          if (rows.length >= PREVIEWED_ROWS) break;
        }
        return previewRows({
          rows: rows.slice(0, PREVIEWED_ROWS),
          shape: fileShape,
          mapping,
          team: [],
          currency: 'USD',
          settings: null,
          model: null,
          now: NOW,
        });
      };
    },
  },
  {
    name: 'survey a file',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: KIB * KIB,
    shapes: 2,
    patterns: CSV_PATTERNS,
    prepare: (text, shape) => {
      const bytes = bytesOf(shape === 0 ? HEADER + text : longRows(text), KIB * KIB);
      const read = readFileShape(bytes, true);
      if (!read.ok) return () => null;
      const start = { bytes: bytes.subarray(read.shape.firstRow.offset), isCutOff: true };
      const mapping = { email: 'email', name: 'received_at', message: 'status' } as const;
      const conventions = { currency: 'USD' };
      return () =>
        surveyRows({ ...start, shape: read.shape, mapping, conventions, isDayFirst: null, now: NOW });
    },
  },
  {
    name: 'read a batch',
    thread: 'compute',
    limitMs: COMPUTE_THREAD_MS,
    maxLength: 8 * KIB * KIB,
    shapes: 2,
    patterns: JSON_PATTERNS,
    prepare: (text, shape) => {
      const leads =
        shape === 0
          ? closeJson(`{"leads":[${text.slice(0, text.length / 2)}`)
          : JSON.stringify({ leads: Array.from({ length: 35 }, () => inShape(text, 4, 220_000)) });
      const bytes = bytesOf(leads, 8 * KIB * KIB);
      return () => readBatchBody({ bytes, format: 'json' });
    },
  },
];

const PREVIEWED_ROWS = 10;

async function* inOneChunk(bytes: Buffer, { firstRow }: FileShape): AsyncGenerator<Buffer> {
  yield bytes.subarray(firstRow.offset);
}

const longRows = (text: string): string => {
  const value = text.replace(/["\n\r]/g, ' ').slice(0, 20_000);
  return HEADER + `"${value}",${EMAIL},1,"${value}","${value}",\n`.repeat(10);
};
