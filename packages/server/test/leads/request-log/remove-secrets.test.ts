// Secrets are removed from logged bodies, however they are written, and everything else stays unchanged.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../src/accounts/keys/key-format.ts';
import { removeSecrets } from '../../../src/leads/request-log/remove-secrets.ts';

const SECRET = 'hunter2!x';
/** Matches the secret as written in a form, in JSON or in JSON in a form. */
const LEAKED = /hunter2|hunter%32|h\\u0075nter/i;

const NAMES = [
  ...['api_key', 'apikey', 'apiKey', 'API-Key', 'X-API-KEY', 'x_api_key', 'Your API key', 'leadline.api_key'],
  ...[
    'password',
    'Password',
    'passwd',
    'pwd',
    'user_password',
    'password_confirmation',
    'newPassword',
    'passphrase',
  ],
  ...['Kennwort', 'contraseña', 'mot de passe', 'пароль', '密码', 'Please choose a password:', 'passcode'],
  ...[
    'token',
    'access_token',
    'refreshToken',
    'id-token',
    'csrf_token',
    'authenticity_token',
    'bot_token',
    'tokens',
  ],
  ...[
    'secret',
    'client_secret',
    'clientSecret',
    'secret_key',
    'google_key',
    'private_key',
    'signing-key',
    'accessKey',
  ],
  ...[
    'authorization',
    'Authorization',
    'Proxy-Authorization',
    'authorisation',
    'auth',
    'bearer',
    'credentials',
  ],
  ...[
    'cookie',
    'Set-Cookie',
    'session_id',
    'PHPSESSID',
    'sessionId',
    '_wpnonce',
    'jwt',
    'otp',
    'cvv',
    'card_number',
  ],
];

const inJson = (name: string, value: unknown): string =>
  JSON.stringify({ email: 'ana@acme.com', [name]: value, message: 'We need 40 laptops' });

/** Ways to write a field with a given name. */
const FORMATS: Readonly<Record<string, (name: string) => string>> = {
  'in JSON': (name) => inJson(name, SECRET),
  'in JSON, indented': (name) => JSON.stringify(JSON.parse(inJson(name, SECRET)), null, 2),
  'in JSON, as a list': (name) => inJson(name, [SECRET, { also: SECRET }]),
  'in nested JSON': (name) =>
    JSON.stringify({ data: { fields: [{ email: 'ana@acme.com' }, { [name]: SECRET }] } }),
  'in JSON in JSON': (name) => JSON.stringify({ email: 'ana@acme.com', payload: inJson(name, SECRET) }),
  'in JSON, with escapes': (name) =>
    `{"email":"ana@acme.com","${escapeAll(name)}":"h\\u0075nter2","message":"laptops"}`,
  'in truncated JSON': (name) => `{"email":"ana@acme.com","${name}":"${SECRET}`,
  'as a label': (name) =>
    JSON.stringify({ fields: [{ id: 'a', label: name, value: SECRET }, { email: 'ana@acme.com' }] }),
  'as a pair': (name) =>
    JSON.stringify({
      entries: [
        ['email', 'ana@acme.com'],
        [name, SECRET],
      ],
    }),
  'in a form': (name) =>
    new URLSearchParams({ email: 'ana@acme.com', [name]: SECRET, message: '40 laptops' }).toString(),
  'in a form, in brackets': (name) => `email=ana%40acme.com&user[${encodeURIComponent(name)}]=${SECRET}`,
  'in a form with every letter encoded': (name) => `email=ana@acme.com&${encodeAll(name)}=hunter%32`,
  'in JSON in a form': (name) =>
    `email=ana%40acme.com&rawRequest=${encodeURIComponent(inJson(name, SECRET))}`,
  'in a URL': (name) => inJson('page', `https://acme.com/x?a=1&${encodeURIComponent(name)}=hunter2&b=2`),
};

const escapeAll = (text: string): string =>
  Array.from(text, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const encodeAll = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

describe.each(Object.entries(FORMATS))('%s', (_, write) => {
  test.each(NAMES)('the value of %j is removed', (name) => {
    const body = write(name);
    expect(body).toMatch(LEAKED);
    const clean = removeSecrets(body);
    expect(clean).not.toMatch(LEAKED);
    expect(clean).toMatch(/\[removed\]|%5Bremoved%5D/);
    expect(clean).toMatch(/ana(?:@|%40)acme\.com/);
  });
});

/** Names that are recognized in free text. */
const PLAIN_NAMES = NAMES.filter(
  (name) => !/^(?:auth|jwt|otp|cvv|card_number|_wpnonce|пароль|密码|Set-Cookie)$/.test(name),
);

describe.each<[string, (name: string) => string]>([
  ['a missing brace', (name) => `{"email":"ana@acme.com","${name}":"${SECRET}","x":{"y":1]`],
  ['an extra comma', (name) => `{"email":"ana@acme.com",,"${name}":"${SECRET}"}`],
  ['a quote in the value', (name) => `{"email":"ana@acme.com","${name}":"hun"hunter2"}`],
  ['single quotes', (name) => `{'email':'ana@acme.com','${name}':'${SECRET}'}`],
  ['no quotes', (name) => `{email: ana@acme.com, ${name}: ${SECRET}}`],
  [
    'JSON in malformed JSON',
    (name) => `{"email":"ana@acme.com","p":"{\\"${name}\\":\\"${SECRET}\\"}"`.concat(',]'),
  ],
  ['lines', (name) => `email: ana@acme.com\n${name}: ${SECRET}\nmessage: laptops`],
  ['lines with =', (name) => `email = ana@acme.com\n${name} = ${SECRET}\nmessage = laptops`],
  ['a missing comma and an auth scheme', (name) => `{"email":"ana@acme.com" "${name}": "Bearer ${SECRET}"}`],
])('in malformed text with %s', (_, write) => {
  test.each(PLAIN_NAMES)('the value of %j is removed', (name) => {
    expect(removeSecrets(write(name))).not.toMatch(LEAKED);
    expect(removeSecrets(write(name))).toContain('ana@acme.com');
  });
});

test('the value of a secret element is removed from XML', () => {
  expect(removeSecrets('<lead><email>ana@acme.com</email><api_key a="b">hunter2</api_key></lead>')).toBe(
    '<lead><email>ana@acme.com</email><api_key a="b">[removed]</api_key></lead>',
  );
});

test('the value of a field with the type "password" is removed, as sent by Elementor', () => {
  expect(
    removeSecrets(
      'fields%5Ba%5D%5Btype%5D=password&fields%5Ba%5D%5Bvalue%5D=hunter2&fields%5Bb%5D%5Btype%5D=text&fields%5Bb%5D%5Bvalue%5D=laptops',
    ),
  ).toBe(
    'fields%5Ba%5D%5Btype%5D=password&fields%5Ba%5D%5Bvalue%5D=[removed]&fields%5Bb%5D%5Btype%5D=text&fields%5Bb%5D%5Bvalue%5D=laptops',
  );
});

test('the password in a URL is removed', () => {
  expect(removeSecrets(inJson('page', 'https://ana:hunter2@acme.com/'))).toBe(
    inJson('page', 'https://ana:[removed]@acme.com/'),
  );
});

describe('Leadline keys', () => {
  const encode = (text: string, write: (hex: string) => string): string =>
    Array.from(text, (char) => write(char.charCodeAt(0).toString(16))).join('');
  const SPELLINGS: readonly [string, (key: string) => string][] = [
    ['as plain text', (key) => key],
    ['in capitals', (key) => key.toUpperCase()],
    ['in JSON escapes', (key) => encode(key, (hex) => `\\u00${hex}`)],
    ['in double JSON escapes', (key) => encode(key, (hex) => `\\\\u00${hex.toUpperCase()}`)],
    ['percent-encoded', (key) => encode(key, (hex) => `%${hex}`)],
    ['double percent-encoded', (key) => encode(key, (hex) => `%25${hex}`)],
    ['with encoded underscores', (key) => key.replaceAll('_', '%5F')],
    ['with HTML underscores', (key) => key.replaceAll('_', '&#95;')],
    ['truncated', (key) => key.slice(0, 20)],
    ['followed by more characters', (key) => `${key}AAAA`],
    ['in an intake URL', (key) => `https://leads.acme.com/api/intake/${key}?x=1`],
    ['in a sentence', (key) => `Our key is ${key}, call us.`],
    ['without spaces around them', (key) => `x${key}.`],
  ];
  const PLACES: readonly [string, (text: string) => string][] = [
    ['a message', (text) => `{"email":"ana@acme.com","message":"${text}"}`],
    ['a field name', (text) => `{"${text}":1}`],
    ['a form', (text) => `email=ana%40acme.com&message=${text}`],
    ['malformed JSON', (text) => `{"message":"${text}"`],
    ['text', (text) => text],
  ];
  /** A part that would reveal the key. */
  const pieceOf = (key: string): string => key.slice(-30, -20);

  describe.each(SPELLINGS)('%s', (_, spell) => {
    test.each(PLACES)('are hidden in %s', (_place, write) => {
      for (const kind of ['live', 'test', 'intake'] as const) {
        const key = makeKey(kind);
        const clean = removeSecrets(write(spell(key)));
        expect(clean).toContain(`ll_${kind}_…`);
        expect(clean.toLowerCase()).not.toContain(pieceOf(key).toLowerCase());
        expect(clean).not.toMatch(/(?:\\u00|%|%25)[3-7][0-9a-f](?:\\u00|%|%25|\\\\u00)[3-7]/i);
      }
    });
  });

  test('are hidden, and so are the signing secrets of webhooks', () => {
    expect(removeSecrets('{"s":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","t":1}')).toBe(
      '{"s":"whsec_…","t":1}',
    );
  });
});

describe('text without secrets', () => {
  test.each([
    '{"email":"ana@acme.com","message":"We lost our password, can you help? https://acme.com/?a=1&b=2"}',
    '{ "name" : "Ana",\n\t"custom_fields":{"Author":"Bob","Secretary":"Eve","PIN code":"110001","key":"v"} , "n":1e3 }',
    '{"fields":[{"label":"Company","value":"Acme"},{"key":"q1","type":"INPUT_TEXT","value":"x"}]}',
    'email=ana%40acme.com&message=We+need+40+laptops&custom_fields%5BYour+role%5D=CTO&empty=&flag',
    'email=ana%40acme.com&page=https%3A%2F%2Facme.com%2F%3Futm_source%3Dx%26a%3Db',
    '{"email":"ana@acme.com"',
    'not JSON at all, sorry',
    '[]',
    '"text"',
    '',
  ])('stays unchanged: %j', (body) => {
    expect(removeSecrets(body)).toBe(body);
  });

  test('stays unchanged in random JSON', () => {
    const word = fc.stringMatching(/^[bdfghjlmnqz ]{0,12}$/);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree')),
        fc.dictionary(word, tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.nat(4), (value, indent) => {
        const body = JSON.stringify(value, null, indent);
        expect(removeSecrets(body)).toBe(body);
      }),
    );
  });
});

test('a secret is removed from random JSON, which stays valid', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(fc.dictionary(text, text), fc.constantFrom(...NAMES), text, (others, name, value) => {
      const body = JSON.stringify({ ...others, [name]: `${value}hunter2${value}` });
      const clean = removeSecrets(body);
      expect(clean).not.toContain('hunter2');
      expect(JSON.parse(clean)).toMatchObject({ [name]: '[removed]' });
    }),
  );
});

test.each([
  ['a member that is repeated', `{"a":"${SECRET}&password=${SECRET}","a":"laptops"}`],
  ['a repeated member whose name is escaped', `{"\\u0061":"x=1&password=${SECRET}","a":"a \\" quote"}`],
])('a secret is removed from %s', (_, body) => {
  expect(removeSecrets(body)).not.toMatch(LEAKED);
});

test.each([
  [`{"fields":[{"7":"x","value":"${SECRET}","note":"a \\`, true],
  [`{"value":"${SECRET}","12":{"a":1`, true],
  [`{"value":"${SECRET}","label":"E`, true],
  ['{"fields":[{"label":"Email","value":"laptops"},{"label":"x', false],
])('a value whose label may be in the missing part is removed: %s', (body, isRemoved) => {
  const clean = removeSecrets(body, true);
  expect(clean).not.toMatch(LEAKED);
  expect(clean.includes('[removed]')).toBe(isRemoved);
});

test('a secret is removed from a form in JSON with an unpaired surrogate', () => {
  const form = `a=1&b=${encodeURIComponent('{"password":"hunter2"}')}\\ud800`;
  expect(removeSecrets(`{"x":"${form}"}`)).not.toContain('hunter2');
});

test('removing secrets never throws and never takes long', () => {
  const hostile = [
    '['.repeat(64_000),
    '{"a":'.repeat(12_000),
    '"\\'.repeat(30_000),
    '\\'.repeat(64_000),
    'token'.repeat(12_000),
    'token: '.repeat(9_000),
    'token: "'.repeat(8_000),
    'token: {'.repeat(8_000),
    'a=&'.repeat(20_000),
    '?a='.repeat(20_000),
    '%25'.repeat(20_000),
    '&#'.repeat(30_000),
    'll_live_'.repeat(8_000),
    'll_'.repeat(20_000),
    '<a '.repeat(20_000),
    '://a:'.repeat(12_000),
    '{"a":"'.repeat(10_000),
    `{"a":"${'{\\"a\\":'.repeat(9_000)}"}`,
    ' '.repeat(64_000),
    'x'.repeat(64_000),
  ];
  for (const body of hostile) {
    // CPU time instead of elapsed time, because the machine may be busy.
    const before = process.cpuUsage();
    removeSecrets(body);
    expect(process.cpuUsage(before).user / 1000, body.slice(0, 20)).toBeLessThan(500);
  }
  const piece = fc.oneof(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '\\',
      ':',
      ',',
      '=',
      '&',
      '%',
      '%22',
      '%5B',
      '\\u0022',
      '\\ud800',
      '\n',
    ),
    fc.constantFrom(
      'token',
      'password',
      'll_live_',
      'label',
      'value',
      '?',
      '://',
      '<',
      '>',
      '@',
      ' ',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void removeSecrets(pieces.join(''))),
    { numRuns: 5_000 },
  );
});
