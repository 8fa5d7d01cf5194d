// Detecting the format of a file from its first bytes.

import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileShape } from '../../src/imports/shape/read-file-shape.ts';
import { shapeOf } from './tables.ts';

const read = (text: string | Buffer): ReturnType<typeof readFileShape> => {
  const bytes = Buffer.from(text as string);
  return readFileShape(bytes, isUtf8(bytes));
};
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the delimiter', () => {
  test.each([
    [',', 'name,email\nAna,a@b.co\n'],
    [';', 'name;email\nAna;a@b.co\n'],
    ['\t', 'name\temail\nAna\ta@b.co\n'],
    ['|', 'name|email\nAna|a@b.co\n'],
    [';', 'name;budget;note\nAna;1,5;"a, b, c"\nBea;2,5;x, y\n'],
    [';', 'Name;"Budget, EUR"\nAna;5\nBea;7\n'],
    [',', 'name,"a;b;c;d",email\nAna,x,a@b.co\n'],
    ['|', 'name|last, first|email\nAna|Souza, Ana|a@b.co\n'],
    ['\t', 'name\temail, or phone\nAna\ta@b.co\nBea\t+1, 212\n'],
    [',', 'email\na@b.co\n'],
    // Rows shorter than the header.
    [';', 'a;b;c;d, e\n1;2\n3\n4;5, 6\n'],
  ])('is detected as %j', (delimiter, text) => {
    expect(shapeOf(Buffer.from(text)).delimiter).toBe(delimiter);
  });

  test.each([
    ['sep=;\nname;email\nAna;a@b.co\n', ';'],
    ['\ufeffSEP=,\r\nname,email\r\nAna,a@b.co\r\n', ','],
    ['sep=\t\nname\temail\nAna\ta@b.co\n', '\t'],
    ['"sep=|"\nname|email\nAna|a@b.co\n', '|'],
    ['sep=^\nname^email\nAna^a@b.co\n', '^'],
  ])('is the one that %j declares', (text, delimiter) => {
    const shape = shapeOf(Buffer.from(text));
    expect(shape).toMatchObject({ delimiter, columns: ['name', 'email'], firstRow: { line: 3 } });
    expect(Buffer.from(text).toString('utf8', shape.firstRow.offset)).toMatch(/^Ana/);
  });
});

describe('the columns', () => {
  test.each([
    ['Phone,Phone,Phone\n1,2,3', ['Phone', 'Phone (2)', 'Phone (3)']],
    ['Phone,Phone (2),Phone\n1,2,3', ['Phone', 'Phone (2)', 'Phone (3)']],
    ['name,,email, \nAna,x,y,z', ['name', 'Column 2', 'email', 'Column 4']],
    ['Column 2,\nx,y', ['Column 2', 'Column 2 (2)']],
    ['"Your\r\n  name" , "E ""mail"""\nAna,a@b.co', ['Your name', 'E "mail"']],
    ['__proto__,constructor\nx,y', ['Column 1', 'constructor']],
    ['Größe;Prénom;名前\na;b;c', ['Größe', 'Prénom', '名前']],
    ['\n\n;;;\nname;email\nAna;x', ['name', 'email']],
  ])('are read from %j', (text, columns) => {
    expect(shapeOf(Buffer.from(text)).columns).toEqual(columns);
  });

  test('are limited to 32,768 characters in total', () => {
    const error = 'the column names are too long; shorten them to 32,768 characters in total';
    const names = Array.from({ length: 250 }, (_, index) => `${index} ${'x'.repeat(150)}`);
    expect(read(`email,${names.join(',')}\na@b.co\n`)).toEqual({ ok: false, error });
  });

  test('are limited to 500', () => {
    const line = (count: number): string => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    expect(read(`${line(500)}\nx\n`)).toMatchObject({ ok: true });
    expect(read(`${line(501)}\nx\n`)).toEqual({
      ok: false,
      error: 'the header has 501 columns; the limit is 500',
    });
  });

  test('are the unchanged keys of the first objects for NDJSON', () => {
    const shape = shapeOf(
      Buffer.from(
        '\ufeff{"email":"a@b.co"," Name ":"Ana"}\r\nnonsense\r\n\r\n{"email":"b@b.co","phone":1}\r\n{"cut',
      ),
    );
    expect(shape).toEqual({
      format: 'ndjson',
      encoding: 'utf8',
      delimiter: '',
      newline: '\n',
      columns: ['email', ' Name ', 'phone'],
      headerLine: null,
      isDayFirst: false,
      firstRow: { offset: 3, line: 1 },
    });
  });
});

describe('the encoding', () => {
  test('is UTF-8 if the whole file is valid UTF-8, and Windows-1252 otherwise', () => {
    expect(shapeOf(Buffer.from('näme,x\nAna,1')).encoding).toBe('utf8');
    expect(shapeOf(latin1('näme,x\nAna,1'))).toMatchObject({
      encoding: 'windows-1252',
      columns: ['näme', 'x'],
    });
    expect(shapeOf(Buffer.from([0x80, 0x2c, 0x93, 0x0a, 0x61, 0x2c, 0x62])).columns).toEqual(['€', '“']);
  });

  test('is Windows-1252 if only later bytes are invalid UTF-8', () => {
    expect(readFileShape(Buffer.from('name,x\nAna,1'), false)).toMatchObject({
      shape: { encoding: 'windows-1252' },
    });
  });

  test('stays UTF-8 with a few invalid bytes or a BOM', () => {
    const mostly = Buffer.concat([Buffer.from('näme,ö\nÄna,ü\n'), latin1('Bé,1\n')]);
    expect(shapeOf(Buffer.concat([mostly, Buffer.from('ñandú,1\n')])).encoding).toBe('utf8');
    expect(shapeOf(Buffer.concat([Buffer.from('\ufeffname,x\n'), latin1('Bé,1\n')])).encoding).toBe('utf8');
  });
});

describe('the newline', () => {
  test.each([
    ['a,b\nc,d\n', '\n'],
    ['a,b\r\nc,d\r\n', '\n'],
    ['a,b\r\r\nc,d\r\r\n', '\n'],
    ['a,b\rc,d\r', '\r'],
    ['"a\rb",c\nd,e\n', '\n'],
    ['"a\nb",c\rd,e\r', '\r'],
  ])('of %j is %j', (text, newline) => {
    expect(shapeOf(Buffer.from(text))).toMatchObject({ newline, columns: { length: 2 } });
  });
});

describe('the first row', () => {
  test.each([
    ['name,email\nAna,x', 2],
    ['\ufeffname,email\r\nAna,x', 2],
    ['\r\n\r\nname,email\r\nAna,x', 4],
    ['"na\nme",email\r\nAna,x', 3],
    ['name,email\rAna,x', 2],
  ])('of %j starts after the BOM and the header', (text, line) => {
    const { firstRow } = shapeOf(Buffer.from(text));
    expect(firstRow.line).toBe(line);
    expect(Buffer.from(text).toString('utf8', firstRow.offset)).toBe('Ana,x');
  });
});

describe('rows above the header', () => {
  test.each([
    ['Leads of March\nname,email\nAna,x', ['name', 'email'], 3],
    ['Leads of March;;\n\nExported today;;\nname;email;city\nAna;x;y', ['name', 'email', 'city'], 5],
    ['sep=;\nLeads, all of them\nname;email\nAna;x', ['name', 'email'], 4],
    ['"Leads\nof March"\r\nname\temail\r\nAna\tx', ['name', 'email'], 4],
  ])('of %j are skipped', (text, columns, line) => {
    const shape = shapeOf(Buffer.from(text));
    expect(shape.columns).toEqual(columns);
    expect(shape.firstRow.line).toBe(line);
  });

  test.each([
    ['email\nana@acme.com\nbo@acme.com', ['email']],
    ['email\nana@acme.com\nBo, Ek\n', ['email']],
    ['notes\nHello\nHi\n', ['notes']],
    [`notes\n${'Hello\n'.repeat(11)}name,email\n`, ['notes']],
  ])('are not found in %j', (text, columns) => {
    expect(shapeOf(Buffer.from(text)).columns).toEqual(columns);
  });
});

describe('a file that cannot be imported', () => {
  const utf16 = Buffer.from('name,email\nAna,a@b.co\n', 'utf16le');
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /empty/],
    ['a BOM', '\ufeff', /empty/],
    ['blanks', ' \r\n \n', /empty/],
    ['UTF-16 with a BOM', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), /UTF-16.*CSV UTF-8/],
    ['UTF-16 with the other BOM', Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0x2c]), /UTF-16/],
    ['UTF-16 without a BOM', utf16, /UTF-16/],
    ['xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel.*save it as.*xlsx/],
    ['PDF', '%PDF-1.7\n%âãÏÓ', /PDF/],
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex'), /image/],
    ['JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), /image/],
    ['gzip', Buffer.from('1f8b0800', 'hex'), /gzip/],
    ['HTML', '<!DOCTYPE html><table>', /web page/],
    ['XML', '\ufeff<?xml version="1.0"?>', /XML/],
    ['NULs', 'name,email\nAna\0,x', /binary/],
    ['a header alone', 'name,email\n', /no rows/],
    ['a header and blank rows', 'name;email\r\n;\r\n"";""\r\n', /no rows/],
    ['delimiters alone', ',,\n,,\n', /no column names/],
    ['an email in the header', 'Ana,a@b.co,5\nBea,b@b.co,6\n', /looks like data.*column names/],
    ['a phone number in the header', 'Ana,+1 (212) 555-0123\nBea,2125550124\n', /looks like data/],
    ['a date in the header', 'Ana,2024-03-01\nBea,2024-03-02\n', /looks like data/],
    ['numbers in the header', 'Ana,5,$7.50\nBea,6,$8\n', /looks like data/],
    ['an open quote in the header', 'name,"email\nAna,x\nBea,y\n', /quote in the header is never closed/],
    ['a long header', `name,${'x'.repeat(1024 * 1024)}\nAna`, /longer than 128 KiB/],
    ['a JSON array', '[\n {"email":"a@b.co"}]', /JSON array.*one JSON object per line/],
    ['JSON over several lines', '{\n "email": "a@b.co"\n}', /one object per line/],
    ['empty objects', '{}\n{}', /empty/],
  ])('is rejected with a reason: %s', (_, file, error) => {
    const result = read(file);
    expect(result.ok).toBe(false);
    expect(result).toHaveProperty('error', expect.stringMatching(error));
  });
});

test('a header of years or short numbers is accepted', () => {
  expect(shapeOf(Buffer.from('name,2023,email\nAna,1,x')).columns).toEqual(['name', '2023', 'email']);
});

test('hostile headers do not slow detection down', () => {
  const half = 500 * 1024;
  const headers = [
    `a@${'.'.repeat(half)}@,b`,
    `${'('.repeat(half)},b`,
    '\n'.repeat(half),
    `${'"a'.repeat(half / 2)}`,
  ];
  const started = performance.now();
  for (const header of headers) read(`${header}\nx,y\n`);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('no bytes make detection throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isWholeUtf8) => {
      const { ok } = readFileShape(Buffer.from(bytes), isWholeUtf8);
      expect(typeof ok).toBe('boolean');
    }),
    { numRuns: 5_000 },
  );
});
