// Writes Excel workbooks.

import { writeZip, type ZipFile } from './write-zip.ts';

/** A text, a number, a yes or no, nothing, or the XML of a cell without its position: `{ type: 'n', style: 3, value: '7' }`. */
export type XlsxCell = string | number | boolean | null | XlsxRawCell;

export interface XlsxRawCell {
  readonly type?: string;
  readonly style?: number;
  /** The XML inside the cell. */
  readonly xml: string;
}

export interface XlsxSheet {
  readonly name: string;
  readonly rows: readonly (readonly XlsxCell[])[];
  readonly merged?: readonly string[];
  readonly isHidden?: boolean;
  /** Instead of `rows`: the XML of the part. */
  readonly xml?: string;
}

export interface XlsxOptions {
  /** Number formats; a cell with style 1 has the first one. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Instead of sharing them. */
  readonly hasInlineTexts?: boolean;
  /** Added to the parts, or instead of those of the same name. */
  readonly parts?: readonly ZipFile[];
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const FIRST_OWN_FORMAT = 164;

export function writeXlsx(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Buffer {
  const { formats = [], is1904 = false, parts = [] } = options;
  const strings = new Map<string, number>();
  const sheetParts = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    content: sheet.xml ?? writeSheet(sheet, options.hasInlineTexts ? null : strings),
  }));
  const own: ZipFile[] = [
    { name: '[Content_Types].xml', content: `${HEADER}<Types/>` },
    {
      name: '_rels/.rels',
      content: `${HEADER}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${TYPE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${TYPE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, isHidden }, index) =>
            `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${HEADER}<Relationships xmlns="${RELATIONS}">${sheets
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="${TYPE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rIdT" Type="${TYPE}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rIdS" Type="${TYPE}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts>${formats
        .map(
          (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${escapeXml(code)}"/>`,
        )
        .join(
          '',
        )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, index) => `<xf numFmtId="${FIRST_OWN_FORMAT + index}" xfId="0"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...sheetParts,
    {
      name: 'xl/sharedStrings.xml',
      content: `${HEADER}<sst xmlns="${MAIN}">${Array.from(
        strings.keys(),
        (text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`,
      ).join('')}</sst>`,
    },
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return writeZip([...own.filter(({ name }) => !replaced.has(name)), ...parts]);
}

function writeSheet({ rows, merged = [] }: XlsxSheet, strings: Map<string, number> | null): string {
  const lines = rows.map((cells, row) => {
    const xml = cells
      .map((cell, column) => writeCell(cell, `${columnName(column)}${row + 1}`, strings))
      .join('');
    return xml === '' ? '' : `<row r="${row + 1}">${xml}</row>`;
  });
  const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `${HEADER}<worksheet xmlns="${MAIN}"><cols><col min="1" max="2"/></cols><sheetData>${lines.join('')}</sheetData>${
    ranges === '' ? '' : `<mergeCells>${ranges}</mergeCells>`
  }<pageMargins left="0.7"/></worksheet>`;
}

function writeCell(cell: XlsxCell, reference: string, strings: Map<string, number> | null): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') {
    if (strings === null)
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    const index = strings.get(cell) ?? strings.size;
    strings.set(cell, index);
    return `<c r="${reference}" t="s"><v>${index}</v></c>`;
  }
  const { type, style, xml } = cell;
  return `<c r="${reference}"${style === undefined ? '' : ` s="${style}"`}${type === undefined ? '' : ` t="${type}"`}>${xml}</c>`;
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML doesn't allow are written the way Excel does it. */
const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML doesn't allow
    .replace(/[\0-\x08\x0b-\x1f]/g, (control) => `_x${control.charCodeAt(0).toString(16).padStart(4, '0')}_`);
