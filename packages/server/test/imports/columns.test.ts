// Guessing the column mapping from headers, and reading rows with it.

import { COLUMN_MEANINGS, type ColumnMeaning } from '@leadline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ColumnMapping,
  guessColumns,
  guessMapping,
  type ImportedLead,
  readImportedLead,
} from '../../src/imports/columns/columns.ts';
import { HEADER_SPELLINGS } from '../../src/imports/columns/header-spellings.ts';

const NOW = new Date('2026-01-15T12:00:00Z');

/** The guessed meanings, without custom and ignored ones. */
const known = (columns: readonly string[]): Record<string, ColumnMeaning> =>
  Object.fromEntries(
    Object.entries(guessMapping(columns)).filter(
      ([, meaning]) => meaning !== 'custom' && meaning !== 'ignore',
    ),
  );

test.each(['Est. Budget', 'Estimated budget', 'Budget (USD)', 'Budget USD', 'Deal size'])(
  '%s is the budget',
  (header) => {
    expect(known(['Email', header, 'Status'])).toMatchObject({ [header]: 'budget' });
  },
);

test('beside a budget, the deal size is the deal value', () => {
  expect(known(['Email', 'Budget', 'Deal size', 'Status'])).toMatchObject({
    Budget: 'budget',
    'Deal size': 'outcome_amount',
  });
});

describe('columns are recognized in exports of', () => {
  test.each<[string, Record<string, ColumnMeaning>, string[]]>([
    [
      'HubSpot',
      {
        'First Name': 'first_name',
        'Last Name': 'last_name',
        Email: 'email',
        'Phone Number': 'phone',
        'Deal Stage': 'outcome',
        'Create Date': 'received_at',
        'Close Date': 'outcome_at',
        'Deal Amount': 'outcome_amount',
        'Closed Lost Reason': 'outcome_reason',
        'Original Source': 'source',
        Message: 'message',
        'Company name': 'company',
        'Job Title': 'title',
        'Lead Status': 'status',
        'Contact owner': 'assignee',
      },
      ['Record ID', 'Mobile Phone Number', 'Deal Name', 'Lifecycle Stage', 'Last Modified Date'],
    ],
    [
      'Salesforce',
      {
        FirstName: 'first_name',
        LastName: 'last_name',
        Email: 'email',
        Phone: 'phone',
        LeadSource: 'source',
        Status: 'status',
        IsConverted: 'outcome',
        CreatedDate: 'received_at',
        ConvertedDate: 'outcome_at',
        Description: 'message',
        Company: 'company',
        Title: 'title',
      },
      ['Id', 'OwnerId', 'MobilePhone', 'State', 'LastModifiedDate'],
    ],
    [
      'Pipedrive',
      {
        'Deal - Status': 'outcome',
        'Deal - Value': 'outcome_amount',
        'Deal - Won time': 'outcome_at',
        'Deal - Lost reason': 'outcome_reason',
        'Deal - Deal created': 'received_at',
        'Person - Name': 'name',
        'Person - Email - Work': 'email',
        'Person - Phone': 'phone',
        'Organization - Name': 'company',
        'Deal - Owner': 'assignee',
      },
      ['Deal - Title', 'Deal - Stage', 'Deal - Lost time', 'Deal - ID'],
    ],
    [
      'Zoho',
      {
        'Lead Name': 'name',
        Email: 'email',
        Mobile: 'phone',
        'Lead Status': 'status',
        'Lead Owner': 'assignee',
        'Lead Source': 'source',
        'Created Time': 'received_at',
        'Closing Date': 'outcome_at',
        Amount: 'outcome_amount',
        'Reason For Loss': 'outcome_reason',
      },
      ['Annual Turnover', 'Rating'],
    ],
    [
      'a Spanish form',
      {
        'Nombre completo': 'name',
        'Correo electrónico': 'email',
        Teléfono: 'phone',
        Presupuesto: 'budget',
        Mensaje: 'message',
        Empresa: 'company',
        Cargo: 'title',
      },
      ['Ciudad'],
    ],
    [
      'a German sheet',
      {
        Vorname: 'first_name',
        Name: 'last_name',
        'E-Mail-Adresse': 'email',
        Handynummer: 'phone',
        'Erstellt am': 'received_at',
      },
      ['Straße'],
    ],
    [
      'a French sheet',
      { Prénom: 'first_name', Nom: 'last_name', 'Adresse e-mail': 'email', Statut: 'status' },
      ['Ville'],
    ],
    [
      'our own API',
      { email: 'email', name: 'name', received_at: 'received_at', outcome: 'outcome' },
      ['custom_fields'],
    ],
  ])('%s', (_, mapping, custom) => {
    expect(known([...custom, ...Object.keys(mapping)])).toEqual(mapping);
  });
});

describe('guessing a mapping', () => {
  test.each(['E-mail', 'Email *', ' e_mail ', 'Email (required)', 'Your E-Mail', 'Contact: Email'])(
    'recognizes %j as email',
    (column) => {
      expect(guessMapping([column])).toEqual({ [column]: 'email' });
    },
  );

  test('gives every column a meaning and each lead field at most one column', () => {
    const spellings = Object.values(HEADER_SPELLINGS).flatMap((words) => words.split(' '));
    const column = fc.oneof(fc.constantFrom(...spellings), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.uniqueArray(column, { maxLength: 60 }), (columns) => {
        const mapping = guessMapping(columns);
        expect(Object.keys(mapping).toSorted()).toEqual(columns.toSorted());
        const assigned = Object.values(mapping).filter(
          (meaning) => meaning !== 'custom' && meaning !== 'ignore',
        );
        expect(new Set(assigned).size).toBe(assigned.length);
      }),
    );
  });

  test('maps each spelling to exactly one meaning', () => {
    const spellings = Object.values(HEADER_SPELLINGS).flatMap((words) => words.split(' '));
    // A deal size is the budget, or the deal value if another column is the budget.
    const repeated = spellings.filter((word, index) => spellings.indexOf(word) !== index);
    expect(repeated).toEqual(['dealsize']);
    for (const [meaning, words] of Object.entries(HEADER_SPELLINGS)) {
      expect(COLUMN_MEANINGS).toContain(meaning);
      // Its date, amount and reason are only recognized beside an outcome.
      const beside = meaning.startsWith('outcome_') ? ['outcome', 'budget'] : [];
      for (const word of words.split(' '))
        expect(guessMapping([...beside, word])).toMatchObject({ [word]: meaning });
    }
  });
});

describe('columns that the team filled in', () => {
  test.each([
    [
      'team_note',
      'Notes',
      'Note',
      'Rep notes',
      'Call Notes',
      'Internal comments',
      'Notizen',
      'Notas',
      'Next step',
      'Tags',
    ],
    ['team_note', 'Sales rep notes', 'Notes from call', 'Interne Notiz', 'Lead score', 'Last note'],
    ['record_id', 'ID', 'Record ID', 'Lead Id', 'gclid', 'Row number', 'Kundennummer'],
    [
      'record_date',
      'Last Modified Date',
      'Updated at',
      'Last contacted',
      'Next follow-up date',
      'Geändert am',
    ],
    ['progress', 'Pipeline', 'Deal Name', 'Win probability', 'Forecast category'],
    ['owner', 'Created By', 'Last modified by', 'Sales team'],
  ])('are not imported by default: %s', (reason, ...headers) => {
    const { mapping, skipReasons } = guessColumns(['Email', ...headers]);
    expect(mapping).toEqual(
      Object.fromEntries([['Email', 'email'], ...headers.map((header) => [header, 'ignore'])]),
    );
    expect([...skipReasons]).toEqual(headers.map((header) => [header, reason]));
  });

  test('are recognized beside the column that has the meaning', () => {
    const columns = [
      'Email',
      'Message',
      'Comments',
      'Deal stage',
      'Status',
      'Lifecycle stage',
      'Created',
      'Date',
      'Owner',
      'Sales rep',
    ];
    expect(guessMapping(columns)).toEqual({
      Email: 'email',
      Message: 'message',
      Comments: 'ignore',
      'Deal stage': 'outcome',
      Status: 'status',
      'Lifecycle stage': 'ignore',
      Created: 'received_at',
      Date: 'ignore',
      Owner: 'assignee',
      'Sales rep': 'ignore',
    });
  });

  test('do not include the questions of a form', () => {
    const questions = [
      'Additional notes for us',
      'Reason',
      'Amount',
      'When do you want to start?',
      'Are you the owner?',
      'Team size',
      'How can we identify you',
      'Preferred contact date',
    ];
    expect(Object.values(guessMapping(['Email', 'Comments', ...questions]))).toEqual([
      'email',
      'message',
      ...questions.map(() => 'custom'),
    ]);
  });
});

const MAPPING: ColumnMapping = {
  Name: 'name',
  Mail: 'email',
  Tel: 'phone',
  Created: 'received_at',
  Status: 'outcome',
  Closed: 'outcome_at',
  Amount: 'outcome_amount',
  Why: 'outcome_reason',
  Company: 'custom',
  'Work Email': 'custom',
  Id: 'ignore',
};
const read = (fields: Record<string, unknown>, mapping = MAPPING): ReturnType<typeof readImportedLead> =>
  readImportedLead({ Mail: 'ana@acme.com', ...fields }, mapping, NOW);
const importedFrom = (fields: Record<string, unknown>, mapping = MAPPING): ImportedLead => {
  const result = read(fields, mapping);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const errorOf = (fields: Record<string, unknown>): string | null => {
  const result = read(fields);
  return result.ok ? null : result.error;
};

describe('reading a row', () => {
  test('returns the lead and its outcome', () => {
    const row = {
      Name: 'Ana Souza',
      Tel: '+1 212 555 0123',
      Created: '2024-03-01 14:30',
      Status: 'Closed Won',
      Closed: '2024-04-02',
      Amount: '$1,200.50',
      Why: 'price',
      Company: 'Acme',
      Id: '77',
    };
    expect(importedFrom(row)).toEqual({
      lead: {
        name: 'Ana Souza',
        email: 'ana@acme.com',
        phone: '+1 212 555 0123',
        budget: '',
        message: '',
        source: '',
        custom_fields: { Company: 'Acme' },
      },
      receivedAt: new Date('2024-03-01T14:30:00Z'),
      outcome: { outcome: 'won', at: new Date('2024-04-02T00:00:00Z'), amount: 1200.5, reason: 'price' },
      stage: 'new',
      assignee: null,
      warnings: [],
    });
  });

  test('stores unmapped columns as custom fields, whatever their name', () => {
    expect(importedFrom({ 'Column 9': 'x', constructor: 'y', toString: 'z' }).lead.custom_fields).toEqual({
      'Column 9': 'x',
      constructor: 'y',
      toString: 'z',
    });
  });

  test('keeps a custom column custom even if its name looks like a lead field', () => {
    expect(importedFrom({ Mail: '', Tel: '5550123', 'Work Email': 'w@b.co' }).lead).toMatchObject({
      email: '',
      custom_fields: { 'Work Email': 'w@b.co' },
    });
  });

  test('joins first and last name', () => {
    const mapping: ColumnMapping = { Mail: 'email', V: 'first_name', N: 'last_name' };
    expect(importedFrom({ V: 'Ana', N: 'Souza' }, mapping).lead).toMatchObject({
      name: 'Ana Souza',
      custom_fields: {},
    });
  });

  test('stores the second of two columns with the same meaning as a custom field', () => {
    const mapping: ColumnMapping = { Mail: 'email', 'Mail 2': 'email' };
    expect(importedFrom({ 'Mail 2': 'b@b.co' }, mapping).lead).toMatchObject({
      email: 'ana@acme.com',
      custom_fields: { 'Mail 2': 'b@b.co' },
    });
    expect(importedFrom({ Mail: ' ', 'Mail 2': 'b@b.co' }, mapping).lead.email).toBe('b@b.co');
  });

  test('keeps numbers, lists and nested custom fields of a JSON object', () => {
    const row = {
      Tel: 2125550123,
      Company: ['a', 'b'],
      size: 7,
      custom_fields: { role: 'CTO', size: 8 },
      none: null,
    };
    expect(importedFrom(row).lead).toMatchObject({
      phone: '2125550123',
      custom_fields: { Company: 'a, b', size: '7', role: 'CTO', 'size (2)': '8' },
    });
  });

  test('leaves out the expected date, amount and reason of an open deal', () => {
    const expected = { outcome: null, lead: { custom_fields: {} } };
    expect(importedFrom({ Status: 'Open', Closed: '2031-01-01', Amount: 'about 5', Why: 'x' })).toMatchObject(
      expected,
    );
    expect(importedFrom({ Closed: '2031-01-01' })).toMatchObject(expected);
  });

  test('keeps company and job title under the names that the engine knows', () => {
    const mapping: ColumnMapping = { Mail: 'email', Firma: 'company', Funktion: 'title' };
    expect(importedFrom({ Firma: 'Acme', Funktion: 'CTO' }, mapping).lead.custom_fields).toEqual({
      Company: 'Acme',
      'Job title': 'CTO',
    });
    const row = { Mail: 'ana@acme.com', Firma: { a: 1 } };
    expect(readImportedLead(row, mapping, NOW)).toMatchObject({
      error: expect.stringMatching(/^Firma: must be text/),
    });
  });

  test('returns whom the file names as assignee', () => {
    const mapping: ColumnMapping = { Mail: 'email', Owner: 'assignee' };
    const assignees = [' Ana  Lopez ', 'n/a', '', ['Ana']].map(
      (Owner) => importedFrom({ Owner }, mapping).assignee,
    );
    expect(assignees).toEqual(['Ana Lopez', null, null, '']);
  });
});

describe('reading a status', () => {
  const mapping: ColumnMapping = { Mail: 'email', Stage: 'status', Deal: 'outcome' };
  const statusOf = (fields: Record<string, unknown>) => {
    const { outcome, stage } = importedFrom(fields, mapping);
    return outcome?.outcome ?? stage;
  };

  test.each([
    ['new', ['Neu', 'New', 'Open', 'Open - Not Contacted', 'Marketing Qualified Lead', '', 'n/a', 'nuevo']],
    [
      'contacted',
      ['Contacted', 'kontaktiert', 'Working - Contacted', 'In Bearbeitung', 'No answer', 'Nurturing'],
    ],
    [
      'qualified',
      ['Qualified', 'SQL', 'Proposal/Price Quote', 'Appointment Scheduled', 'qualifiziert', 'Opportunity'],
    ],
    ['unqualified', ['Disqualified', 'Unqualified', 'Junk Lead', 'nicht qualifiziert', 'Bad fit']],
    ['won', ['Closed Won', 'Closed - Converted', 'Customer', 'gewonnen', 'yes']],
    ['lost', ['Closed Lost', 'Closed - Not Converted', 'Not interested', 'verloren']],
  ])('recognizes words for %s', (status, words) => {
    expect(words.map((Stage) => statusOf({ Stage }))).toEqual(words.map(() => status));
  });

  test('takes won and lost from the outcome, and the stage from the status', () => {
    expect(statusOf({ Stage: 'Contacted', Deal: 'Open' })).toBe('contacted');
    expect(importedFrom({ Stage: 'Contacted', Deal: 'Closed Lost' }, mapping)).toMatchObject({
      outcome: { outcome: 'lost' },
      stage: 'contacted',
    });
    expect(statusOf({ Stage: 'Customer', Deal: 'Open' })).toBe('won');
    expect(statusOf({ Deal: 'Appointment scheduled' })).toBe('qualified');
    expect(statusOf({ Deal: 'Unqualified' })).toBe('lost');
  });

  test('rejects an unknown word', () => {
    expect(readImportedLead({ Mail: 'ana@acme.com', Stage: 'Ghosted' }, mapping, NOW)).toEqual({
      ok: false,
      error:
        'Stage: “Ghosted” is not a known status; use new, contacted, qualified, unqualified, won or lost',
    });
  });
});

describe('a date that can’t be read is left out with a warning:', () => {
  test.each<[Record<string, unknown>, string]>([
    [
      { Created: 'soon' },
      'Created: “soon” is not a valid date; write it like 2024-03-31 or 2024-03-31 14:30',
    ],
    [{ Created: '2026-01-17' }, 'Created: “2026-01-17” is in the future'],
    [{ Created: '31.12.1999' }, 'Created: “31.12.1999” is before the year 2000'],
    [
      { Status: 'won', Closed: '13/13/2024' },
      'Closed: “13/13/2024” is not a valid date; write it like 2024-03-31 or 2024-03-31 14:30',
    ],
  ])('%j', (fields, message) => {
    const { receivedAt, outcome, warnings } = importedFrom(fields);
    expect([receivedAt, outcome?.at ?? null]).toEqual([null, null]);
    expect(warnings).toEqual([{ kind: 'date', column: message.split(':')[0], currency: null, message }]);
  });
});

describe('a deal value', () => {
  const mapping: ColumnMapping = { Mail: 'email', Status: 'status', Amount: 'outcome_amount' };
  const read = (amount: string, currency: string, more: Record<string, string> = {}) => {
    const fields = { Mail: 'ana@acme.com', Status: 'won', Amount: amount, ...more };
    const result = readImportedLead(fields, { ...mapping, Currency: 'outcome_currency' }, NOW, {
      isDayFirst: false,
      currency,
    });
    if (!result.ok) throw new Error(result.error);
    const { outcome, warnings } = result.value;
    return [outcome?.amount ?? null, ...warnings.map((warning) => warning.currency)];
  };

  test.each([
    ['14.200,00 €', 'EUR'],
    ['€14,200.00', 'EUR'],
    ['14,200.00 EUR', 'EUR'],
    ['14200', 'EUR'],
    ['14.2k', 'USD'],
    ['$14.200,00', 'USD'],
    ['$14,200.00', 'USD'],
    ['$14,200', 'CAD'],
    ['CA$14,200', 'CAD'],
    ['14 200 kr', 'SEK'],
    ['14 200 kr', 'NOK'],
    ['¥14,200', 'CNY'],
    ['PYG 14.200', 'PYG'],
  ])('%s is stored in an account in %s', (amount, currency) => {
    expect(read(amount, currency)).toEqual([14_200]);
  });

  test.each([
    ['14.200,00 €', 'USD', 'EUR'],
    ['£14,200', 'USD', 'GBP'],
    ['$14,200', 'EUR', 'USD'],
    ['US$14,200', 'CAD', 'USD'],
    ['14 200 kr', 'USD', 'kr'],
    ['CHF 14 200', 'EUR', 'CHF'],
    ['14200 PYG', 'USD', 'PYG'],
  ])('%s is left out of an account in %s with a warning', (amount, currency, stated) => {
    expect(read(amount, currency)).toEqual([null, stated]);
  });

  test('is in the currency of a column beside it, or of the header', () => {
    expect(read('14200', 'USD', { Currency: 'EUR' })).toEqual([null, 'EUR']);
    expect(read('14200', 'USD', { Currency: 'US Dollar' })).toEqual([14_200]);
    const fields = { Mail: 'ana@acme.com', Status: 'won', 'Amount (EUR)': '14200' };
    const headed: ColumnMapping = { ...mapping, 'Amount (EUR)': 'outcome_amount' };
    const conventions = { isDayFirst: false, currency: 'USD' };
    expect(readImportedLead(fields, headed, NOW, conventions)).toMatchObject({
      value: { outcome: { amount: null }, warnings: [{ currency: 'EUR' }] },
    });
  });
});

describe('an error names the column for', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ Mail: '' }, 'No email or phone number'],
    [{ Mail: { a: 1 } }, 'Mail: must be text'],
    [{ Company: { a: 1 } }, 'Company: must be text, a number, true or false, or a list of these'],
    [{ Name: 'x'.repeat(20_001) }, 'Name: is longer than 20,000 characters'],
    [
      { Status: 'Wombat\nland' },
      'Status: “Wombat land” is not a known outcome; use won, lost, or a status such as new or contacted',
    ],
    [
      { Status: ['won'] },
      'Status: the value is not a known outcome; use won, lost, or a status such as new or contacted',
    ],
    [{ Status: 'lost', Amount: '5k-10k' }, 'Amount: “5k-10k” is not a valid amount; write it like 1234.50'],
    [{ Status: 'lost', Why: 'x'.repeat(2_001) }, 'Why: must be 2,000 characters or fewer'],
    [{ Status: 'lost', Why: 'a\0b' }, 'Why: contains an invalid character (NUL or an unpaired surrogate)'],
  ])('the invalid row %j', (fields, error) => {
    expect(errorOf(fields)).toBe(error);
  });

  test('a column called __proto__ does not change the prototype', () => {
    expect(errorOf(JSON.parse('{"__proto__":"x"}'))).toBe('__proto__ is not allowed as a field name');
  });
});

describe('reading an outcome', () => {
  test.each([
    [
      'won',
      'won Won CLOSED-WON closedwon Converted customer Sold true yes Y 1 Gewonnen ganado gagné'.split(' '),
    ],
    ['won', ['Closed Won', 'Closed - Converted', 'Contract signed', 'Cerrado ganado', true, 1]],
    [
      'lost',
      'lost Lost closed-lost closedlost Unqualified DISQUALIFIED junk spam No false 0 verloren perdido'.split(
        ' ',
      ),
    ],
    [
      'lost',
      ['Closed Lost', 'Closed - Not Converted', 'Closed-Lost to Competition', 'Not interested', false, 0],
    ],
    [
      null,
      [
        '',
        ' ',
        null,
        '-',
        'n/a',
        'New',
        'OPEN',
        'IN_PROGRESS',
        'Open - Not Contacted',
        'Proposal/Price Quote',
      ],
    ],
    [
      null,
      ['Qualified', 'Attempted to Contact', 'Marketing Qualified Lead', 'opportunity', 'Negotiation/Review'],
    ],
  ])('recognizes words for %s', (outcome, words) => {
    const outcomes = words.map((word) => importedFrom({ Status: word }).outcome?.outcome ?? null);
    expect(outcomes).toEqual(words.map(() => outcome));
  });
});

describe('reading a date', () => {
  test.each<[unknown, string]>([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-3-1', '2024-03-01T00:00:00.000Z'],
    ['2024/03/01', '2024-03-01T00:00:00.000Z'],
    ['20240301', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01 14:30', '2024-03-01T14:30:00.000Z'],
    ['2024-03-01T14:30:05.1234567Z', '2024-03-01T14:30:05.123Z'],
    ['2024-03-01T14:30:05.000+0000', '2024-03-01T14:30:05.000Z'],
    ['2024-03-01T14:30:05+05:30', '2024-03-01T09:00:05.000Z'],
    ['2024-03-01 01:30:00-08', '2024-03-01T09:30:00.000Z'],
    ['2024-03-01 14:30 UTC', '2024-03-01T14:30:00.000Z'],
    ['03/01/2024', '2024-03-01T00:00:00.000Z'],
    ['3/1/24', '2024-03-01T00:00:00.000Z'],
    ['3/1/2024 2:30 PM', '2024-03-01T14:30:00.000Z'],
    ['3/1/2024, 12:05:10 am', '2024-03-01T00:05:10.000Z'],
    ['31/01/2024', '2024-01-31T00:00:00.000Z'],
    ['01.03.2024', '2024-03-01T00:00:00.000Z'],
    ['1. 3. 2024 9:05', '2024-03-01T09:05:00.000Z'],
    ['29.02.2024', '2024-02-29T00:00:00.000Z'],
    ['1 Mar 2024', '2024-03-01T00:00:00.000Z'],
    ['01-Mar-2024 14:30', '2024-03-01T14:30:00.000Z'],
    ['March 1, 2024 2:30 PM', '2024-03-01T14:30:00.000Z'],
    [1709303400, '2024-03-01T14:30:00.000Z'],
    ['1709303400', '2024-03-01T14:30:00.000Z'],
    ['1709303400.5', '2024-03-01T14:30:00.500Z'],
    [1709303400123, '2024-03-01T14:30:00.123Z'],
    ['1709303400123', '2024-03-01T14:30:00.123Z'],
    ['2026-01-16 11:59', '2026-01-16T11:59:00.000Z'],
  ])('reads %j', (text, date) => {
    expect(importedFrom({ Created: text }).receivedAt?.toISOString()).toBe(date);
  });

  test.each([
    '2024',
    '2024-13-01',
    '2024-02-30',
    '30.02.2023',
    '13/13/2024',
    '01-03-2024',
    '1/2',
    '2024-03-01 25:00',
    '2024-03-01 14:60',
    '2024-03-01 14',
    '3/1/2024 13:00 PM',
    '0:00',
    '45352',
    'yesterday',
    '1 Foo 2024',
    '1709303400 s',
    '2024-03/01',
    '2024-03-01 14:30 CEST',
    '20240',
    '999999999999999',
    true,
    [2024],
    {},
    -5,
    5,
    Number.NaN,
    1e300,
  ])('leaves out %j', (text) => {
    const { receivedAt, warnings } = importedFrom({ Created: text });
    expect(receivedAt).toBe(null);
    expect(warnings).toMatchObject([{ kind: 'date', message: expect.stringMatching(/^Created: /) }]);
  });

  test('returns null for an empty cell', () => {
    for (const text of ['', ' ', null, '-', 'N/A', 'null'])
      expect(importedFrom({ Created: text }).receivedAt).toBe(null);
  });

  test('reads every ISO and Unix timestamp back exactly', () => {
    const moment = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: NOW, noInvalidDate: true });
    fc.assert(
      fc.property(moment, (date) => {
        for (const text of [
          date.toISOString(),
          date.getTime() >= 1e11 ? String(date.getTime()) : date.toISOString(),
        ]) {
          expect(importedFrom({ Created: text }).receivedAt).toEqual(date);
        }
      }),
    );
  });
});

describe('reading an amount', () => {
  test.each<[unknown, number | null]>([
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1.234,50 €', 1234.5],
    ['1 234,50 EUR', 1234.5],
    ["25'000.-", 25000],
    ['$1,200', 1200],
    ['USD 1,200.00', 1200],
    ['R$ 1.234,50', 1234.5],
    ['12k', 12000],
    ['$1.2M', 1200000],
    ['10 Lakh', 1000000],
    ['1200', 1200],
    ['1234.567', 1234.57],
    ['0', 0],
    ['0.1250000', 0.13],
    [99.999, 100],
    [0, 0],
    ['n/a', null],
    ['', null],
  ])('reads %j', (text, amount) => {
    expect(importedFrom({ Status: 'won', Amount: text }).outcome?.amount).toBe(amount);
  });

  test.each([
    '-500',
    '(500)',
    '5k-10k',
    '$500/month',
    '500 a month',
    '3 x 500',
    '1e5',
    'abc',
    'twelve',
    '50 each',
    '12 or 13',
    '1000000000000',
    '12345678901234567890',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [5],
    `1${' '.repeat(100_000)}!`,
  ])('rejects %j', (text) => {
    expect(errorOf({ Status: 'won', Amount: text })).toMatch(/^Amount: .* is not a valid amount/);
  });
});

test('no row makes the reader throw, and every error is one line that PostgreSQL can store', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.anything(),
    fc.constantFrom('\ud800', 'a\0'),
  );
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom(...Object.keys(MAPPING)), fc.string({ unit: 'binary' })),
        anything,
      ),
      fc.boolean(),
      (fields, isGuessed) => {
        const result = readImportedLead(fields, isGuessed ? guessMapping(Object.keys(fields)) : MAPPING, NOW);
        if (result.ok) return;
        expect(result.error.isWellFormed()).toBe(true);
        expect(result.error).not.toMatch(/[\0\n\r]/);
        expect(result.error.length).toBeLessThan(250);
      },
    ),
    { numRuns: 5_000 },
  );
});
