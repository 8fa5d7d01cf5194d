import { describe, expect, test } from 'vitest';
import { readLead } from '../src/index.ts';
import { mustRead } from './make-lead.ts';

describe('reading the loose object that a form sends', () => {
  test('turns numbers and booleans into text and treats null as missing', () => {
    const lead = mustRead({ phone: 918864946549, budget: 5000, name: null, message: true });
    expect(lead).toMatchObject({ phone: '918864946549', budget: '5000', name: '', message: 'true' });
  });

  test.each([
    ['Phone Number', 'phone'],
    ['your-email', 'email'],
    ['FULL_NAME', 'name'],
    ['E-Mail-Adresse', 'email'],
    ['Teléfono', 'phone'],
    ['Telefonnr.', 'phone'],
    ['Mobil', 'phone'],
    ['Rufnummer', 'phone'],
    ['Nachricht *', 'message'],
    ['utm_source', 'source'],
    ['Your Message', 'message'],
  ])('understands %s as %s', (key, field) => {
    expect(mustRead({ email: 'a@b.co', phone: '', [key]: 'x@y.co' })).toHaveProperty(
      field,
      field === 'email' ? 'a@b.co' : 'x@y.co',
    );
    expect(mustRead({ phone: field === 'phone' ? '' : '1', [key]: 'value' })).toHaveProperty(field, 'value');
  });

  test.each([
    [1234.567, '1234.57'],
    [100 / 3, '33.33'],
    [1e21, '1000000000000000000000'],
  ])('formats a budget of %d as %s', (budget, text) => {
    expect(mustRead({ email: 'a@b.co', budget }).budget).toBe(text);
  });

  test('keeps a second first name as a custom field', () => {
    const lead = mustRead({ email: 'a@b.co', first_name: 'Ana', fname: 'Bea', last_name: 'S' });
    expect(lead).toMatchObject({ name: 'Ana S', custom_fields: { fname: 'Bea' } });
  });

  test('joins first and last name', () => {
    expect(mustRead({ email: 'a@b.co', first_name: 'Ana', 'Last Name': 'Souza' }).name).toBe('Ana Souza');
  });

  test('turns unknown keys and second values of a field into custom fields', () => {
    const lead = mustRead({
      email: 'a@b.co',
      'Work Email': 'second@b.co',
      company: 'Acme',
      interests: ['solar', 7, true, null],
      custom_fields: { company: 'Other', 'Start?': 'soon' },
    });
    expect(lead.custom_fields).toEqual({
      'Work Email': 'second@b.co',
      company: 'Acme',
      'company (2)': 'Other',
      interests: 'solar, 7, true',
      'Start?': 'soon',
    });
  });

  test.each([
    ['{"email":"a@b.co","__proto__":"x"}', 'invalid_name', '__proto__'],
    ['{"email":"a@b.co","custom_fields":{"__proto__":"x"}}', 'invalid_name', '__proto__'],
    ['{"email":"a@b.co","custom_fields":{"Who?":"nu\\u0000l"}}', 'invalid_characters', 'custom_fields.Who?'],
    ['{"email":"a@b.co","custom_fields":{"\\u0000":"x"}}', 'invalid_characters', 'custom_fields'],
    ['{"email":"a@b.co","message":"half \\ud83d"}', 'invalid_characters', 'message'],
    ['{"email":"a@b.co","\\udc00":"x"}', 'invalid_characters', 'custom_fields'],
  ])('rejects hostile text in %s as %s in %s', (json, code, field) => {
    expect(readLead(JSON.parse(json))).toMatchObject({ ok: false, code, field });
  });

  test('treats a key named like a built-in property as an ordinary custom field', () => {
    const lead = mustRead({ email: 'a@b.co', custom_fields: { constructor: 'z', toString: 'y' } });
    expect(lead.custom_fields).toEqual({ constructor: 'z', toString: 'y' });
  });

  test('rejects a lead with ten thousand fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field ${index}`, 'x']));
    expect(readLead({ email: 'a@b.co', ...fields })).toMatchObject({
      code: 'too_many_fields',
      field: 'lead',
    });
    expect(readLead({ email: 'a@b.co', custom_fields: fields })).toMatchObject({
      code: 'too_many_fields',
      field: 'custom_fields',
    });
  });

  const questions = (count: number, answer: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, answer]));

  test.each([
    [null, 'not_an_object', 'lead must be a JSON object'],
    [[], 'not_an_object', 'lead must be a JSON object'],
    ['text', 'not_an_object', 'lead must be a JSON object'],
    [{}, 'missing_contact', 'email and phone are both missing; send at least one'],
    [{ email: '  ', phone: null }, 'missing_contact', 'email and phone are both missing; send at least one'],
    [{ email: { address: 'a@b.co' } }, 'wrong_type', 'email must be text'],
    [{ email: 'a@b.co', budget: [5, 6] }, 'wrong_type', 'budget must be text'],
    [
      { email: 'a@b.co', extra: { deep: 1 } },
      'wrong_type',
      'extra must be text, a number, true or false, or a list of these',
    ],
    [
      { email: 'a@b.co', custom_fields: [] },
      'not_an_object',
      'custom_fields must be an object of questions and answers',
    ],
    [
      { email: 'a@b.co', custom_fields: { q: { a: 1 } } },
      'wrong_type',
      'custom_fields.q must be text, a number, true or false, or a list of these',
    ],
    [
      { email: 'a@b.co', message: 'x'.repeat(20_001) },
      'too_long',
      'message is longer than 20,000 characters',
    ],
    [
      { email: 'a@b.co', ['q'.repeat(1_001)]: 'a' },
      'too_long',
      'custom_fields has a question that is longer than 1,000 characters',
    ],
    [
      { email: 'a@b.co', custom_fields: questions(6, 'a'.repeat(19_000)) },
      'too_long',
      'custom_fields is longer than 100,000 characters in total',
    ],
    [
      { email: 'a@b.co', custom_fields: questions(201, 'a') },
      'too_many_fields',
      'custom_fields has 201 fields; the limit is 200',
    ],
    [
      { email: 'a@b.co', message: 'nu\0l' },
      'invalid_characters',
      'message contains an invalid character (NUL or half a surrogate pair)',
    ],
  ])('rejects %j as %s with "%s"', (input, code, error) => {
    expect(readLead(input)).toMatchObject({ ok: false, code, error });
  });

  test('quotes at most 80 characters of a field name in an error', () => {
    expect(readLead({ email: 'a@b.co', [`${'q'.repeat(100)}\n`]: {} })).toMatchObject({
      field: `${'q'.repeat(80)}…`,
      error: expect.stringMatching(/^q{80}… must be text/),
    });
  });
});
