// Workbooks that are small on the wire and large to read, sent with test keys.

import { writeXlsx } from '../../../files/write-xlsx.ts';
import type { Attack } from '../attacker.ts';

const ROWS = [['Email'], ['mallory@example.org']];

/** 8 MB that pack to a twentieth. */
const manyRelations = (): Buffer => {
  const relations = Array.from(
    { length: 170_000 },
    (_, index) => `<Relationship Id="a${index}" Type="b" Target="c"/>`,
  );
  return writeXlsx([{ name: 'A', rows: ROWS }], {
    parts: [{ name: '_rels/.rels', content: `<Relationships>${relations.join('')}</Relationships>` }],
  });
};

/** 3.9 MB of directory. */
const manyParts = (): Buffer =>
  writeXlsx([{ name: 'A', rows: ROWS }], {
    parts: Array.from({ length: 75_000 }, (_, index) => ({
      name: `${index}`,
      content: '',
      isStored: true,
    })),
  });

/** 70 kB that refer to a long text ninety thousand times. */
const repeatedTexts = (): Buffer =>
  writeXlsx(
    [
      {
        name: 'A',
        rows: [],
        xml: `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(3_000)}</sheetData></worksheet>`,
      },
    ],
    {
      parts: [
        {
          name: 'xl/sharedStrings.xml',
          content: `<sst>${`<si><t>${'x'.repeat(32_000)}</t></si>`.repeat(30)}</sst>`,
        },
      ],
    },
  );

/** 60 kB of rows with a single cell in the last column. */
const wideRows = (): Buffer =>
  writeXlsx([
    {
      name: 'A',
      rows: [],
      xml: `<worksheet><sheetData>${'<row><c r="SF1"><v>1</v></c></row>'.repeat(500_000)}</sheetData></worksheet>`,
    },
  ]);

const attackWith = (name: string, makeFile: () => Buffer): Attack => {
  let file: Buffer;
  return {
    name: `workbooks with ${name}`,
    prepare: async () => {
      file = makeFile();
    },
    run: (attacker, signal) =>
      attacker.flood(signal, { perSecond: 10, inFlight: 5 }, () => ({
        path: '/api/imports?file_name=leads.xlsx',
        key: attacker.testKey,
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      })),
  };
};

export const excelAttacks: readonly Attack[] = [
  attackWith('8 MB of relations', manyRelations),
  attackWith('75,000 parts', manyParts),
  attackWith('one text in 90,000 cells', repeatedTexts),
  attackWith('rows of 500 columns', wideRows),
];
