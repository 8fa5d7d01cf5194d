import { describe, expect, test } from 'vitest';
import { readLead } from '../src/index.ts';
import { mustRead } from './make-lead.ts';

describe('reading the loose object a form sends', () => {
  test('numbers and booleans become text, null counts as absent', () => {
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
  ])('%s is understood as %s', (key, field) => {
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
  ])('a budget of %d is written plainly', (budget, text) => {
    expect(mustRead({ email: 'a@b.co', budget }).budget).toBe(text);
  });

  test('a second first name is kept', () => {
    const lead = mustRead({ email: 'a@b.co', first_name: 'Ana', fname: 'Bea', last_name: 'S' });
    expect(lead).toMatchObject({ name: 'Ana S', custom_fields: { fname: 'Bea' } });
  });

  test('first and last name make the name', () => {
    expect(mustRead({ email: 'a@b.co', first_name: 'Ana', 'Last Name': 'Souza' }).name).toBe('Ana Souza');
  });

  test('nothing is lost: unknown keys and a second value for a field become custom fields', () => {
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
    ['{"email":"a@b.co","__proto__":"x"}', '__proto__'],
    ['{"email":"a@b.co","custom_fields":{"__proto__":"x"}}', '__proto__'],
    ['{"email":"a@b.co","custom_fields":{"Who?":"nu\\u0000l"}}', 'custom_fields.Who?'],
    ['{"email":"a@b.co","custom_fields":{"\\u0000":"x"}}', 'custom_fields'],
    ['{"email":"a@b.co","message":"half \\ud83d"}', 'message'],
    ['{"email":"a@b.co","\\udc00":"x"}', 'custom_fields'],
  ])('hostile text is refused: %s', (json, field) => {
    expect(readLead(JSON.parse(json))).toMatchObject({ ok: false, field });
  });

  test('a key that only sounds hostile is a key like any other', () => {
    const lead = mustRead({ email: 'a@b.co', custom_fields: { constructor: 'z', toString: 'y' } });
    expect(lead.custom_fields).toEqual({ constructor: 'z', toString: 'y' });
  });

  test('ten thousand fields are refused by their number', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field ${index}`, 'x']));
    expect(readLead({ email: 'a@b.co', ...fields })).toMatchObject({ ok: false, field: 'lead' });
    expect(readLead({ email: 'a@b.co', custom_fields: fields })).toMatchObject({
      ok: false,
      field: 'custom_fields',
    });
  });

  test.each([
    [null, 'lead'],
    [[], 'lead'],
    ['text', 'lead'],
    [{}, 'email'],
    [{ email: '  ', phone: null }, 'email'],
    [{ email: { address: 'a@b.co' } }, 'email'],
    [{ email: 'a@b.co', budget: [5, 6] }, 'budget'],
    [{ email: 'a@b.co', extra: { deep: 1 } }, 'extra'],
    [{ email: 'a@b.co', custom_fields: [] }, 'custom_fields'],
    [{ email: 'a@b.co', custom_fields: { q: { a: 1 } } }, 'custom_fields.q'],
    [{ email: 'a@b.co', message: 'x'.repeat(20_001) }, 'message'],
    [
      {
        email: 'a@b.co',
        custom_fields: Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`q${i}`, 'a'.repeat(19_000)])),
      },
      'custom_fields',
    ],
    [
      {
        email: 'a@b.co',
        custom_fields: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`q${i}`, 'a'])),
      },
      'custom_fields',
    ],
  ])('%j is refused, naming %s', (input, field) => {
    const read = readLead(input);
    expect(read.ok).toBe(false);
    if (!read.ok) {
      expect(read.field).toBe(field);
      expect(read.error).toContain(field);
    }
  });
});
