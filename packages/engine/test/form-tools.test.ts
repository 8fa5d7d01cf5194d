// Payloads of form tools: each is read as the lead it contains, plain leads are left alone, and hostile payloads do no
// harm.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FormToolCase, readBody, readFormToolCases } from '../cases/form-tools/form-tool-cases.ts';
import { type GoldenLead, parseLines } from '../cases/golden/golden.ts';
import { readLead, score, unwrap } from '../src/index.ts';
import { mustRead } from './make-lead.ts';

// A fixed seed makes failures reproducible and keeps CI from failing by chance.
fc.configureGlobal({ seed: 20_261_115 });
const RUNS = 2_000;
const cases = readFormToolCases();
const bodyOf = (name: string): Record<string, unknown> =>
  readBody(cases.find(([file]) => file === name)?.[1] as FormToolCase) as Record<string, unknown>;

describe('payloads of form tools', () => {
  test('cover at least 12 shapes from at least 10 tools', () => {
    expect(cases.length).toBeGreaterThanOrEqual(12);
    expect(new Set(cases.map(([, { tool }]) => tool)).size).toBeGreaterThanOrEqual(10);
  });

  describe.each(cases)('%s', (_, payload) => {
    test('is read as the lead it contains', () => {
      expect(mustRead(readBody(payload))).toStrictEqual(payload.expect.lead);
    });

    test('has the expected delivery ID', () => {
      expect(unwrap(readBody(payload)).deliveryId).toBe(payload.expect.deliveryId);
    });

    test('is completely unwrapped', () => {
      const { fields } = unwrap(readBody(payload));
      expect(unwrap(fields)).toStrictEqual({ fields, deliveryId: null, tool: null });
    });

    test('leaves no token, key, card number, browser or IP address in the lead', () => {
      expect(JSON.stringify(mustRead(readBody(payload)))).not.toMatch(
        /tokentoken|example-webhook-key|4242|Bearer|Mozilla|203\.0\.113|wpcf7/,
      );
    });
  });
});

describe('a body that no form tool sent is returned unchanged:', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  /** Keys that form tools use, on a plain lead. */
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...'name message budget source id data lead fields payload form_response event_type eventType event_id site'.split(
        ' ',
      ),
      ...'triggerType user_column_data lead_id json headers query body form form_id answers hidden 1 1.3 2'.split(
        ' ',
      ),
      ...'is_starred date_created Date Time __proto__ constructor your-name custom_fields fields[ data]'.split(
        ' ',
      ),
    ),
  );
  const flat = fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxKeys: 12 });

  test('a flat lead with an email or phone, whatever its other keys', () => {
    fc.assert(
      fc.property(flat, fc.constantFrom('email', 'phone', 'Your E-mail *', 'Telefon'), (fields, contact) => {
        const lead = { ...fields, [contact]: 'x' };
        const { fields: read, deliveryId } = unwrap(lead);
        expect(read).toBe(lead);
        expect(deliveryId).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  test('every golden lead', () => {
    const golden = readFileSync(new URL('../cases/golden/leads.ndjson', import.meta.url), 'utf8');
    for (const { input } of parseLines<GoldenLead>(golden)) expect(unwrap(input).fields).toBe(input);
  });

  const without = (body: Record<string, unknown>, ...keys: string[]): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));

  test.each([
    ['Typeform without its event', without(bodyOf('typeform'), 'event_type')],
    ['Typeform of another event', { ...bodyOf('typeform'), event_type: 'form_created' }],
    ['Typeform without answers', { event_id: 'x', event_type: 'form_response', form_response: {} }],
    ['Tally without its event', { eventId: 'x', data: { fields: [] }, meta: {} }],
    ['Webflow of another event', { triggerType: 'site_publish', payload: { data: {} }, meta: {} }],
    ['the older Webflow with a key it does not have', { name: 'a', site: 'b', data: {}, email: 'a@b.co' }],
    ['Google Ads without the id of the lead', without(bodyOf('google-ads'), 'lead_id')],
    ['Google Ads without columns', { ...bodyOf('google-ads'), user_column_data: [] }],
    ['Elementor with nothing but values', { 'fields[email][value]': 'a@b.co', email: 'a@b.co' }],
    [
      'the name and id of a form that is not Elementor',
      { email: 'a@b.co', form_id: '12', form_name: 'Quote' },
    ],
    ['Gravity Forms without its entry', without(bodyOf('gravity-forms'), 'is_starred')],
    ['Contact Form 7 by one name', { _wpcf7: '87', 'your-email': 'a@b.co' }],
    ['Meta lead ads without answers', { ...bodyOf('meta-ads'), field_data: [] }],
    ['Meta lead ads whose answers have no values', { id: '1', field_data: [{ name: 'email' }, 'x', null] }],
    ['the notification of Meta, which only has an ID', { object: 'page', entry: [{ id: '1', changes: [] }] }],
    ['an ad without its ad set', without(bodyOf('meta-ads-flat'), 'adset_id')],
    ['LinkedIn without answers', { ...bodyOf('linkedin'), formResponse: { answers: [] } }],
    ['LinkedIn with answers of another shape', { formResponse: { answers: ['x', { questionId: 1 }] } }],
    ['WPForms with a field that has no type', { fields: [{ name: 'Email', value: 'a@b.co' }] }],
    ['HubSpot with neither context nor object types', { fields: [{ name: 'email', value: 'a@b.co' }] }],
    ['HubSpot with two submissions', { results: [{ values: [] }, { values: [] }] }],
    ['HubSpot without names', { context: {}, fields: [{ value: 'a@b.co' }] }],
    ['Jotform without a submission', without(bodyOf('jotform'), 'submissionID', 'formID')],
    ['Jotform with broken JSON', { ...bodyOf('jotform'), rawRequest: '{"q3_name":' }],
    ['Jotform with a list', { ...bodyOf('jotform'), rawRequest: '[1]' }],
    ['Jotform without answers', { formID: '1', rawRequest: '{"slug":"submit/1"}' }],
    ['two n8n items', [{ json: { email: 'a@b.co' } }, { json: { email: 'b@b.co' } }]],
    ['a list of one lead that is no n8n item', [{ email: 'a@b.co' }]],
    ['an n8n item with something else in it', { json: { email: 'a@b.co' }, email: 'b@b.co' }],
    ['a request without headers', { params: {}, query: {}, body: { email: 'a@b.co' } }],
    ['a wrapper beside an address', { email: 'a@b.co', data: { email: 'b@b.co' } }],
    ['a wrapper beside a number under an alias', { Telefon: '1', lead: { email: 'b@b.co' } }],
    ['two wrappers', { data: { email: 'a@b.co' }, lead: { email: 'b@b.co' } }],
    ['a wrapper of a name we do not know', { utm: { email: 'a@b.co' } }],
    ['a wrapper around a list', { data: [{ email: 'a@b.co' }] }],
  ])('%s', (_, body) => {
    const { fields, deliveryId } = unwrap(body);
    expect(fields).toBe(body);
    expect(deliveryId).toBeNull();
  });
});

describe('ad and form tools with gaps', () => {
  test('an Instagram lead with a work phone only is read', () => {
    const field_data = [{ name: 'work_phone_number', values: ['+491701234567'] }];
    expect(mustRead({ platform: 'IG', field_data })).toMatchObject({
      phone: '+491701234567',
      source: 'instagram lead ad',
    });
  });

  test('a LinkedIn answer without its question is kept under its number', () => {
    const answer = (questionId: number, text: string): unknown => ({
      questionId,
      answerDetails: { textQuestionAnswer: { answer: text } },
    });
    const formResponse = { answers: [answer(1, 'a@b.co'), answer(7, 'Next week')] };
    expect(mustRead({ formResponse })).toMatchObject({
      email: 'a@b.co',
      custom_fields: { 'Question 7': 'Next week' },
    });
  });

  test('a company name from HubSpot is not the name of a person', () => {
    const fields = [
      { objectTypeId: '0-2', name: 'name', value: 'Acme' },
      { objectTypeId: '0-1', name: 'email', value: 'a@b.co' },
    ];
    expect(mustRead({ fields })).toMatchObject({ name: '', custom_fields: { 'Company name': 'Acme' } });
  });

  test('Jotform questions are readable without `pretty`, and phone numbers in parts are joined', () => {
    const rawRequest = JSON.stringify({
      q1_companySize: '12',
      q2_telefone: { area: '81', phone: '99988 8559' },
      q3_preferredTime: { timeInput: '10:30', hourSelect: '10', minuteSelect: '30', ampm: 'AM' },
      q4_address: { addr_line1: '1 Main St', city: 'Olinda', state: '', postal: '5300' },
      q5_email7: 'a@b.co',
    });
    expect(mustRead({ formID: '1', submissionID: '2', rawRequest })).toMatchObject({
      email: 'a@b.co',
      phone: '81 99988 8559',
      custom_fields: {
        'Company size': '12',
        'Preferred time': '10:30 AM',
        Address: '1 Main St, Olinda, 5300',
      },
    });
  });
});

describe('plain HTML forms', () => {
  test('keep their answers and lose the fields that are for us', () => {
    const body = {
      email: 'a@b.co',
      Role: ['CTO', 'CEO'],
      _redirect: '/x',
      _website: '',
      _elapsed_ms: '5000',
      _response: 'minimal',
    };
    expect(mustRead({ ...body, custom_fields: { Size: '5' } }).custom_fields).toEqual({
      Role: 'CTO, CEO',
      Size: '5',
    });
  });

  test.each([
    [{ _website: 'x' }, 'failed (hidden field filled in)'],
    [{ _website: ['x'] }, 'failed (hidden field filled in)'],
    [{ _elapsed_ms: '1999' }, 'failed (sent after 2 s)'],
    [{ _elapsed_ms: 0 }, 'failed (sent after 0 s)'],
    [{ _elapsed_ms: -5 }, 'failed (sent after 0 s)'],
    [{ _elapsed_ms: '2000' }, undefined],
    [{ _elapsed_ms: '' }, undefined],
    [{ _elapsed_ms: 'soon' }, undefined],
    [{ _elapsed_ms: {} }, undefined],
    [{ _website: '  ' }, undefined],
    [{ _website: null }, undefined],
  ])('with %j have the bot check %s', (fields, check) => {
    expect(mustRead({ email: 'a@b.co', ...fields }).custom_fields['Bot check']).toBe(check);
  });

  test.each([
    ['a1b2c3d4-e5f6', 'form a1b2c3d4-e5f6'],
    ['short', null],
    ['x'.repeat(65), null],
    ['with spaces in it', null],
    [12345678, null],
  ])('with the submission ID %j have the delivery ID %j', (submission, deliveryId) => {
    const read = unwrap({ email: 'a@b.co', _submission: submission });
    expect(read).toStrictEqual({ fields: { email: 'a@b.co' }, deliveryId, tool: 'html' });
  });

  test('that fail the bot check are spam, whatever they say', () => {
    const message = 'We need 40 laptops by Friday. Budget of 50k is approved, please call me today. '.repeat(
      100,
    );
    const lead = mustRead({ email: 'ana@acme.com', phone: '+12125550123', message });
    const now = new Date('2026-11-16T00:00:00Z');
    expect(score(lead, { now }).data.grade).toBe('Hot');
    const trapped = mustRead({ email: 'ana@acme.com', phone: '+12125550123', message, _website: 'x' });
    const { data, suspicion } = score(trapped, { now });
    expect(data).toMatchObject({ grade: 'Spam', priority_action: 'Discard: not a real lead' });
    expect(data.score).toBeLessThan(10);
    expect(suspicion?.quote).toBe('“Bot check: failed (hidden field filled in)”');
  });
});

describe('wrappers', () => {
  test.each(['data', 'lead', 'fields', 'form_data', 'formData', 'payload'])(
    'named %s are opened',
    (wrapper) => {
      expect(mustRead({ [wrapper]: { email: 'a@b.co', name: 'Ana' } })).toMatchObject({
        email: 'a@b.co',
        name: 'Ana',
      });
    },
  );

  test('keep the keys beside the lead, unless the lead has them too', () => {
    const body = { source: 'google', Role: 'CTO', email: '', data: { email: 'a@b.co', Role: 'CEO' } };
    expect(mustRead(body)).toMatchObject({
      email: 'a@b.co',
      source: 'google',
      custom_fields: { Role: 'CEO', 'Role (2)': 'CTO' },
    });
  });

  test('give their name to a lead without one', () => {
    expect(mustRead({ name: 'Ana', contact: { email: 'a@b.co' } }).name).toBe('Ana');
  });

  test('do not make an object inside the lead acceptable', () => {
    expect(readLead({ data: { email: 'a@b.co', utm: { campaign: 'x' } } })).toMatchObject({ field: 'utm' });
  });
});

describe('answers of unknown shapes', () => {
  const typeform = (answer: unknown): unknown => ({
    event_type: 'form_response',
    form_response: { answers: [{ type: 'email', email: 'a@b.co' }, answer] },
  });

  test.each([
    [
      { type: 'grid', grid: { Price: 3, Speed: ['high', 'low'] }, field: { ref: 'Rate us' } },
      'Price: 3; Speed: high, low',
    ],
    [{ type: 'text', text: 'x', field: { id: 'q1' } }, 'x'],
    [{ type: 'choices', choices: [{ label: 'A' }, { label: 'B' }], field: { ref: 'Rate us' } }, 'A, B'],
    [{ type: 'choice', choice: { other: 'Mine' }, field: { ref: 'Rate us' } }, 'Mine'],
    [
      { type: 'signature', signature: { url: 'https://x.example/s' }, field: { ref: 'Rate us' } },
      'https://x.example/s',
    ],
  ])('like %j are kept as text', (answer, text) => {
    expect(Object.values(mustRead(typeform(answer)).custom_fields)).toEqual([text]);
  });

  test('are all kept if their questions have the same title', () => {
    const field = (value: string): unknown => ({ key: 'k', label: 'Why?', type: 'INPUT_TEXT', value });
    const fields = [field('a'), field('b'), field('a'), field('c'), { label: 'custom_fields', value: 'd' }];
    const body = {
      eventType: 'FORM_RESPONSE',
      data: { fields: [...fields, { label: 'E-mail', value: 'a@b.co' }] },
    };
    expect(mustRead(body).custom_fields).toEqual({
      'Why?': 'a',
      'Why? (2)': 'b',
      'Why? (3)': 'c',
      'custom_fields (2)': 'd',
    });
  });

  test('with a second email stay under their question', () => {
    const fields = [
      { label: 'Where do we write to?', type: 'INPUT_EMAIL', value: 'a@b.co' },
      { label: 'Who else should know?', type: 'INPUT_EMAIL', value: 'c@b.co' },
    ];
    expect(mustRead({ eventType: 'FORM_RESPONSE', data: { fields } })).toMatchObject({
      email: 'a@b.co',
      custom_fields: { 'Who else should know?': 'c@b.co' },
    });
  });

  test('with a street address are not taken for a name, although Gravity Forms numbers both alike', () => {
    const { '1.3': _, '1.6': __, ...nameless } = bodyOf('gravity-forms');
    expect(mustRead(nameless).name).toBe('');
  });
});

describe('an email or phone under an unknown key', () => {
  test.each([
    [{ 'Where can we reach you?': 'ana@acme.com' }, { email: 'ana@acme.com', phone: '' }],
    [
      { 2: 'ana@acme.example', 3: '(212) 555-0123' },
      { email: 'ana@acme.example', phone: '(212) 555-0123' },
    ],
    [
      { a: 'first@acme.com', b: 'second@acme.com' },
      { email: 'first@acme.com', custom_fields: { b: 'second@acme.com' } },
    ],
    [{ custom_fields: { 'Call me at': '+44 20 7946 0123' } }, { email: '', phone: '+44 20 7946 0123' }],
    [{ reach: '0044 20 7946 0123' }, { phone: '0044 20 7946 0123' }],
    [{ reach: '06 12 34 56 78' }, { phone: '06 12 34 56 78' }],
    [{ reach: '0610029259' }, { phone: '0610029259' }],
    [{ reach: '212.555.0123' }, { phone: '212.555.0123' }],
  ])('is found in %j', (input, lead) => {
    expect(mustRead(input)).toMatchObject(lead);
  });

  test.each([
    'ana at acme.com',
    'Write to ana@acme.com please',
    'ana@acme',
    '@acme.com',
    '2026-11-15',
    '15.11.2026 0930',
    '1.234.567.890',
    '12 000 000 000',
    '192.168.10.20',
    '4002384729',
    '1731661200',
    '94043-1234',
    '+1',
    '00000000000',
    '4111 1111 1111 1111',
    '$10,000',
    '978-3-16-148410-0',
  ])('is not seen in %s', (value) => {
    expect(readLead({ value })).toMatchObject({ ok: false, field: 'email' });
  });

  test('is not searched for if the lead already has one', () => {
    const custom_fields = { 'Second address': 'other@acme.com', 'Call me at': '+12125550123' };
    expect(mustRead({ email: 'nobody', ...custom_fields })).toMatchObject({
      email: 'nobody',
      phone: '',
      custom_fields,
    });
    expect(mustRead({ phone: '1', ...custom_fields })).toMatchObject({
      email: '',
      phone: '1',
      custom_fields,
    });
  });
});

describe('hostile payloads', () => {
  const MAX_MS = 250;
  const within = (input: unknown): ReturnType<typeof readLead> => {
    let best = Infinity;
    // CPU time of this thread, because others may be busy; the best of several, because that of a busy machine counts double.
    for (let tries = 0; tries < 5 && best >= MAX_MS; tries++) {
      const started = process.threadCpuUsage();
      readLead(input);
      const { user, system } = process.threadCpuUsage(started);
      best = Math.min(best, (user + system) / 1000);
    }
    expect(best).toBeLessThan(MAX_MS);
    return readLead(input);
  };
  const many = <Value>(value: (index: number) => Value, count = 20_000): Value[] =>
    Array.from({ length: count }, (_, index) => value(index));
  const tally = (fields: unknown): unknown => ({ eventType: 'FORM_RESPONSE', data: { fields } });

  test('with an arbitrary value anywhere are read or rejected', () => {
    const places = cases.flatMap(([, payload]) => {
      const paths: string[][] = [];
      collectPaths(readBody(payload), [], paths);
      return paths.map((path) => ({ payload, path }));
    });
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.anything(), ({ payload, path }, value) => {
        const body = readBody(payload);
        put(body, path, value);
        expect(typeof readLead(body).ok).toBe('boolean');
        expect(unwrap(body).deliveryId ?? '').toEqual(expect.any(String));
      }),
      { numRuns: RUNS },
    );
  });

  test('of any kind are read or rejected', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
        expect(typeof readLead(value).ok).toBe('boolean');
      }),
      { numRuns: RUNS },
    );
  });

  test('may use names of built-in properties', () => {
    const body = JSON.parse(
      '{"event_type":"form_response","form_response":{"answers":[{"type":"__proto__"},{"type":"constructor"},' +
        '{"type":"email","email":"a@b.co"}],"hidden":{"constructor":"x","toString":"y"}}}',
    );
    expect(mustRead(body).custom_fields).toEqual({ constructor: 'x', toString: 'y' });
    expect(readLead(JSON.parse('{"data":{"email":"a@b.co","__proto__":"x"},"a":1}'))).toMatchObject({
      ok: false,
      field: '__proto__',
    });
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('with endlessly nested wrappers are opened only a few times', () => {
    let body: Record<string, unknown> = { email: 'a@b.co' };
    for (let depth = 0; depth < 5_000; depth++) body = { data: body };
    expect(within(body)).toMatchObject({ ok: false, field: 'data' });
    const loop: Record<string, unknown> = {};
    loop.data = loop;
    expect(within(loop)).toMatchObject({ ok: false, field: 'data' });
  });

  test('with a circular answer are cut off', () => {
    const loop: Record<string, unknown> = { a: 'x' };
    loop.b = loop;
    expect(
      within(
        tally([
          { label: 'E-mail', value: 'a@b.co' },
          { label: 'Loop', value: loop },
        ]),
      ).ok,
    ).toBe(true);
  });

  test.each([
    ['answers', tally(many((index) => ({ key: `k${index}`, label: `Question ${index}`, value: 'x' })))],
    ['answers to one question', tally(many((index) => ({ key: 'k', label: 'Why?', value: `x${index}` })))],
    [
      'columns',
      { lead_id: 'x', user_column_data: many((index) => ({ column_id: `c${index}`, string_value: 'x' })) },
    ],
    [
      'fields of an Elementor form',
      Object.fromEntries(
        many((index) => [`fields[f${index}][value]`, 'x']).concat([['fields[f0][title]', 'Q']]),
      ),
    ],
    [
      'parts of a Gravity Forms entry',
      { ...bodyOf('gravity-forms'), ...Object.fromEntries(many((index) => [String(index + 1), 'x'])) },
    ],
    ['answers of a Meta lead ad', { field_data: many((index) => ({ name: `q${index}`, values: ['x'] })) }],
    [
      'answers of a LinkedIn form',
      {
        formResponse: {
          answers: many((index) => ({
            questionId: index,
            answerDetails: { textQuestionAnswer: { answer: 'x' } },
          })),
        },
      },
    ],
    ['fields of WPForms', { fields: many((index) => ({ name: `q${index}`, value: 'x', type: 'text' })) }],
    ['fields of HubSpot', { context: {}, fields: many((index) => ({ name: `q${index}`, value: 'x' })) }],
    [
      'answers of Jotform',
      {
        formID: '1',
        pretty: many((index) => `Question ${index}:x`).join(', '),
        rawRequest: JSON.stringify(Object.fromEntries(many((index) => [`q${index}_question`, `x${index}`]))),
      },
    ],
    [
      'hidden fields',
      {
        event_type: 'form_response',
        form_response: { hidden: Object.fromEntries(many((index) => [`h${index}`, 'x'])) },
      },
    ],
    [
      'names beside a wrapper',
      { ...Object.fromEntries(many((index) => [`b${index}`, 'x'])), data: { email: 'a@b.co' } },
    ],
  ])('with twenty thousand %s are rejected', (_, body) => {
    expect(within(body)).toMatchObject({ ok: false, field: 'lead' });
  });

  test('with twenty thousand options or titles are read quickly', () => {
    const options = many((index) => ({ id: `o${index}`, text: `Option ${index}` }));
    const field = { key: 'k', label: 'Which?', type: 'DROPDOWN', value: ['o19999'], options };
    expect(within(tally([field, { label: 'E-mail', value: 'a@b.co' }]))).toMatchObject({
      lead: { custom_fields: { 'Which?': 'Option 19999' } },
    });
    const fields = many((index) => ({ id: `f${index}`, title: '{{'.repeat(20) }));
    const answers = [{ type: 'email', email: 'a@b.co', field: { id: 'f1' } }];
    expect(
      within({ event_type: 'form_response', form_response: { definition: { fields }, answers } }).ok,
    ).toBe(true);
  });
});

function collectPaths(value: unknown, path: readonly string[], paths: string[][]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    paths.push([...path, key]);
    collectPaths(inner, [...path, key], paths);
  }
}

function put(body: unknown, path: readonly string[], value: unknown): void {
  let place = body as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[path.at(-1) as string] = value;
}
