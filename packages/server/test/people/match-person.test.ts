// Finds a person in free text, however the email or phone is written, but nobody with similar contact details.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractTexts } from '../../src/leads/request-log/extract-texts.ts';
import { makeMatcher } from '../../src/people/match-person.ts';

const containsEmail = (body: string, address: string): boolean =>
  makeMatcher({ email: address.toLowerCase(), phones: [] })(extractTexts(body));

const containsPhone = (body: string, ...numbers: string[]): boolean =>
  makeMatcher({ email: null, phones: numbers })(extractTexts(body));

const pick = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...characters);
const LETTERS = 'abcxyzABZ019';
/** All characters the standard allows, likely ones more often. */
const local = fc
  .tuple(
    pick(LETTERS),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: pick(LETTERS) },
        { weight: 3, arbitrary: pick("._+-'") },
        pick('!#$*^`{|}~?/&=é'),
      ),
      { maxLength: 12 },
    ),
    pick(LETTERS),
  )
  .map(([first, middle, last]) => first + middle.join('') + last);
const domain = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,4})?$/),
    fc.constantFrom('com', 'org', 'co.uk', 'example'),
  )
  .map((parts) => parts.join('.'));
const address = fc.tuple(local, domain).map((parts) => parts.join('@'));

const toEscapes = (text: string): string =>
  text.replace(/[@'+.]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const toEntities = (text: string): string => text.replace(/[@+'&]/g, (char) => `&#${char.charCodeAt(0)};`);
const percent = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** Bodies of every kind, valid and malformed. */
const SHAPES: Readonly<Record<string, (address: string) => string>> = {
  JSON: (a) => JSON.stringify({ email: a, phone: {} }),
  'JSON in capitals': (a) => JSON.stringify({ email: a.toUpperCase() }),
  'JSON with escapes': (a) => toEscapes(JSON.stringify({ email: a })),
  'malformed JSON': (a) => JSON.stringify({ email: a }).slice(0, -1),
  'malformed JSON with escapes': (a) => toEscapes(JSON.stringify({ email: a })).slice(0, -1),
  'malformed JSON after a line break': (a) => JSON.stringify({ note: `Hello\n${a}\nBye` }).slice(0, -1),
  'JSON in JSON': (a) => JSON.stringify({ payload: JSON.stringify({ email: a }) }),
  'a JSON string': (a) => JSON.stringify(`I am ${a}, call me`),
  'a JSON string with escapes': (a) => toEscapes(JSON.stringify(a)),
  'a malformed JSON string with escapes': (a) => toEscapes(JSON.stringify(a)).slice(0, -1),
  'the name of a JSON member': (a) => JSON.stringify({ [a]: 1 }),
  'a duplicate JSON member': (a) => `{"email":${JSON.stringify(a)},"email":"-"}`,
  'a form': (a) => new URLSearchParams({ name: 'Ana', email: a, x: '1' }).toString(),
  'a form with JSON': (a) => new URLSearchParams({ data: JSON.stringify({ email: a }) }).toString(),
  'a form with a sentence': (a) => new URLSearchParams({ note: `Write to ${a} please.` }).toString(),
  text: (a) => a,
  'a sentence': (a) => `Hello, I am ${a}, call me`,
  'the end of a sentence': (a) => `Write to ${a}. Thanks!`,
  'a question': (a) => `Is it ${a}?`,
  brackets: (a) => `Pat O'Brien <${a}> (work)`,
  'mismatched brackets': (a) => `Pat O'Brien ‹${a}> (work)`,
  parentheses: (a) => `Pat (${a})`,
  quotes: (a) => `{'email': '${a}', 'name': None}`,
  Python: (a) => `{u'email': u'${a}'}`,
  XML: (a) => `<lead><email>${a}</email></lead>`,
  CSV: (a) => `Ana;${a};Berlin\n"Bo","${a}",1`,
  Markdown: (a) => `Mail: **${a}**`,
  YAML: (a) => `email: ${a}\nname: Pat`,
  'a link': (a) => `<a href="mailto:${a}">`,
  'spaces around the @': (a) => `write to ${a.replace('@', ' @ ')} now`,
  'percent codes in text': (a) => `see ${percent(a)} there`,
  'double percent codes': (a) => `see ${percent(percent(a))} there`,
  entities: (a) => `see ${toEntities(a)} there`,
  'entities in JSON': (a) => JSON.stringify({ note: `<b>${toEntities(a)}</b>` }),
  'escapes in text': (a) => `see ${toEscapes(a)} there`,
  Chinese: (a) => `邮箱${a}谢谢`,
  'a multipart form': (a) => `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${a}\r\n--x--\r\n`,
};

describe('an email is found', () => {
  test.each(Object.keys(SHAPES))('in %s', (shape) => {
    fc.assert(
      fc.property(address, (wanted) => {
        expect(containsEmail((SHAPES[shape] as (a: string) => string)(wanted), wanted)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ["pat.o'brien@acme.com", `{"email":"pat.o'brien@acme.com"`],
    ["pat.o'brien@acme.com", "Pat O'Brien ‹pat.o'brien@acme.com> (work)"],
    ["pat.o'brien@acme.com", "it was 'pat.o'brien@acme.com' I think"],
    ['ana@acme.com', '"ana\\u0040acme.com"'],
    ['ana@acme.com', 'ana%40acme.com'],
    ['ana@acme.com', 'Write+to+ana%40acme.com'],
    ['ana@acme.com', 'ana&#64;acme.com, or ana&#x40;acme.org'],
    ['ana@acme.com', 'ana&commat;acme.com'],
    ['ana+x@acme.com', 'email=ana+x@acme.com&name=Ana'],
    ['r&d@acme.com', 'email=r&d@acme.com'],
    ['ana@acme.com', 'ana@acme.com...call me'],
    ['ana@acme.com', 'ana@acme.com으로'],
  ])('%s in %s', (wanted, body) => {
    expect(containsEmail(body, wanted)).toBe(true);
  });
});

describe('a similar email is not found', () => {
  /** A text with `=` is also read as a form, in which `+` means a space. */
  const one = address.filter((text) => !/[=&]/.test(text));
  const before = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9._+-]{1,5}$/),
    fc.stringMatching(/^[a-z]{1,3}'$/),
    fc.constantFrom('é', 'dr.', '-', '_', '+', '%', '~', '#'),
  );
  const after = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{1,4}$/),
    fc.stringMatching(/^[.-][a-z0-9]{1,4}$/),
    fc.constantFrom('.br', '.au', '-2.example', 'é'),
  );
  /** In Markdown, stars around an email are not part of it. */
  const OTHERS = Object.keys(SHAPES).filter((shape) => shape !== 'Markdown');

  test.each(OTHERS)('in %s', (shape) => {
    const inShape = SHAPES[shape] as (a: string) => string;
    fc.assert(
      fc.property(one, before, after, fc.nat(2), (wanted, head, tail, kind) => {
        const neighbour = (kind === 1 ? '' : head) + wanted + (kind === 0 ? '' : tail);
        expect(containsEmail(inShape(neighbour), wanted), neighbour).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['ana@acme.com', 'joana@acme.com'],
    ['ana@acme.com', '{"email":"ana@acme.com.br"'],
    ['ana@acme.com', 'jo+ana@acme.com'],
    ['ana@acme.com', '{"email":"jo+ana@acme.com"'],
    ['brien@acme.com', "pat.o'brien@acme.com"],
    ['ana@acme.com', 'ana@acme.co'],
    ['ana@acme.com', '{"email":"jo\\u0061na@acme.com"}'],
  ])('%s in %s', (wanted, body) => {
    expect(containsEmail(body, wanted)).toBe(false);
  });
});

describe('a phone number', () => {
  const NUMBER = '+12125550123';

  test.each([
    '12125550123',
    '+1 (212) 555-0123',
    '001 212 555 0123',
    '10115 12125550123',
    '10115 1 212 555 0123',
    '10115 +1 212 555 0123',
    '10115/12125550123',
    '12125550123 10115',
    '12125550123\n12125550199',
    '+12125550199, +12125550123',
    '+12125550199 / +12125550123',
    '+1 212 555 0199 +1 212 555 0123',
    'call +1.212.555.0123 at 10 30',
    '+1 212–555–0123',
    '{"phone":12125550123}',
    'note=Call+%2B1+212+555+0123+please',
    'Call+%2B1+212+555+0123+please',
    '&#43;1 212 555 0123',
    '"\\u002b1 212 555 0123"',
    '\u202a+1 212\u00a0555 0123\u202c',
  ])('is found in %j', (body) => {
    expect(containsPhone(body, NUMBER)).toBe(true);
  });

  test.each([
    '112125550123',
    '121255501234',
    '+1 (212) 555-01234',
    '+1 212 555-0123-45',
    '+44 12125550123',
    '+44 1 212 555 0123',
    '2125550123',
    '1212555',
    '1, 2125550123',
  ])('is not found in %j', (body) => {
    expect(containsPhone(body, NUMBER)).toBe(false);
  });

  test.each([
    ['5550123', '212 5550123'],
    ['5550123', '+1 212 555 0123'],
    ['2125550123', '+44 2125550123'],
    ['90211', 'our zip is 90211'],
    ['+49301234567', '+49 30 1234567-89'],
  ])('%s without area code or extension is not found in %s', (wanted, body) => {
    expect(containsPhone(body, wanted)).toBe(false);
  });

  test('is found with the optional (0) after the country code', () => {
    expect(containsPhone('+44 (0)20 7946 0111', '+442079460111')).toBe(true);
  });

  test('of a person with an email only counts in texts without any email', () => {
    const matches = makeMatcher({ email: 'ana@acme.com', phones: [NUMBER] });
    expect(matches(extractTexts(`tel ${NUMBER}`))).toBe(true);
    for (const other of ['bo@acme.com', 'bo%40acme.com', 'bo&#64;acme.com'])
      expect(matches(extractTexts(`tel ${NUMBER}, ${other}`)), other).toBe(false);
  });

  test('is found with any grouping of its digits and any text around it', () => {
    const gap = fc.constantFrom('', ' ', '-', '.', ' (', ') ', '  ');
    fc.assert(
      fc.property(
        fc.array(gap, { minLength: 10, maxLength: 10 }),
        fc.string(),
        fc.string(),
        (gaps, head, tail) => {
          const typed = Array.from('12125550123', (digit, place) => digit + (gaps[place] ?? '')).join('');
          const around = (text: string): string => text.replace(/[\d+=&%\\]/g, '');
          expect(containsPhone(`${around(head)}; ${typed} ;${around(tail)}`, NUMBER)).toBe(true);
        },
      ),
    );
  });
});

test('no text takes long to search', () => {
  const byEmail = makeMatcher({ email: 'a@acme.com', phones: ['+12125550123'] });
  const byPhone = makeMatcher({ email: null, phones: ['+12125550123'] });
  for (const part of [
    '(',
    '1 ',
    '1',
    'a@',
    'a@acme.com',
    '%2540',
    '\\\\',
    '&#38;',
    '"',
    '[',
    '{"a":',
    '<',
    '+1 ',
    '@ ',
  ]) {
    const body = part.repeat(16_000 / part.length);
    const durations = [1, 2, 3].map(() => {
      const started = performance.now();
      const texts = extractTexts(body);
      byEmail(texts);
      byPhone(texts);
      return performance.now() - started;
    });
    expect(Math.min(...durations), part).toBeLessThan(1_000);
  }
});
