// Reads the small parts of a workbook: which sheets it has, where their XML is, and how numbers are formatted.

import { BrokenWorkbook, DAMAGED } from './broken-workbook.ts';
import {
  type CellFormats,
  findBuiltInFormat,
  type NumberFormat,
  PLAIN,
  readFormat,
} from './number-formats.ts';
import { XmlScanner } from './xml-scanner.ts';

export interface Workbook {
  /** Those that people see, in their order. */
  readonly sheets: readonly Sheet[];
  /** Paths in the archive, in lower case. */
  readonly stringsPath: string | null;
  readonly stylesPath: string | null;
  /** Whether dates are counted from 1904, as old versions for the Mac did. */
  readonly is1904: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly path: string;
}

export interface WorkbookParts {
  readonly path: string;
  readonly workbook: Uint8Array;
  readonly relations: Uint8Array;
}

type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** For the compute threads. */
export const readWorkbook = (parts: WorkbookParts): Result<Workbook> => attempt(() => parseWorkbook(parts));
export const readStyles = ({ xml }: { readonly xml: Uint8Array }): Result<CellFormats> =>
  attempt(() => parseStyles(decode(xml)));
/** The path of the main part, from the relations of the whole archive. */
export const findWorkbook = ({ relations }: { readonly relations: Uint8Array }): Result<string | null> =>
  attempt(
    () => listRelations(decode(relations), '').find(({ type }) => type === 'officeDocument')?.path ?? null,
  );

const MAX_SHEETS = 200;
const MAX_NAME_LENGTH = 100;
/** Two hundred sheets can refer to the same path, and each is sent to the main thread. */
const MAX_PATH_LENGTH = 1_000;
/** Excel's own limit is 65,490. */
const MAX_STYLES = 65_536;
/** Excel's own limit is 250. */
const MAX_FORMATS = 1_000;

function attempt<T>(read: () => T): Result<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, error: error instanceof BrokenWorkbook ? error.message : DAMAGED };
  }
}

function parseWorkbook({ path, workbook, relations }: WorkbookParts): Workbook {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const related = listRelations(decode(relations), folder);
  const pathOf = (type: string): string | null => related.find((one) => one.type === type)?.path ?? null;
  const worksheets = new Map(
    related.filter(({ type }) => type === 'worksheet').map(({ id, path }) => [id, path]),
  );
  const all: (Sheet & { readonly isHidden: boolean })[] = [];
  let is1904 = false;
  forEachTag(decode(workbook), (xml) => {
    if (xml.name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(xml.attribute('date1904') ?? '');
    if (xml.name !== 'sheet' || all.length === MAX_SHEETS) return;
    const sheetPath = worksheets.get(xml.attribute('id') ?? '');
    if (sheetPath === undefined) return; // a chart
    const name = (xml.attribute('name') ?? '').slice(0, MAX_NAME_LENGTH).toWellFormed();
    const isHidden = (xml.attribute('state') ?? 'visible') !== 'visible';
    all.push({ name: name || `Sheet ${all.length + 1}`, path: sheetPath, isHidden });
  });
  const visible = all.filter(({ isHidden }) => !isHidden);
  const sheets = (visible.length > 0 ? visible : all).map(({ name, path }) => ({ name, path }));
  if (sheets.length === 0) throw new BrokenWorkbook('the workbook has no sheet with rows');
  return { sheets, stringsPath: pathOf('sharedStrings'), stylesPath: pathOf('styles'), is1904 };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

function listRelations(text: string, folder: string): Relation[] {
  const relations: Relation[] = [];
  forEachTag(text, (xml) => {
    if (xml.name !== 'Relationship') return;
    const target = (xml.attribute('Target') ?? '').replaceAll('\\', '/');
    if (target.length > MAX_PATH_LENGTH) return;
    relations.push({
      id: xml.attribute('Id') ?? '',
      type: (xml.attribute('Type') ?? '').split('/').at(-1) ?? '',
      path: resolvePath(target.startsWith('/') ? target : folder + target),
    });
  });
  return relations;
}

function resolvePath(path: string): string {
  const steps: string[] = [];
  for (const step of path.toLowerCase().split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function parseStyles(text: string): CellFormats {
  const own = new Map<number, NumberFormat>();
  const formats = new FormatList();
  const ofStyle: number[] = [];
  let isCellStyle = false;
  forEachTag(
    text,
    (xml) => {
      if (xml.name === 'numFmt')
        own.set(Number(xml.attribute('numFmtId')), readFormat(xml.attribute('formatCode') ?? ''));
      else if (xml.name === 'cellXfs') isCellStyle = !xml.isEmpty;
      else if (xml.name === 'xf' && isCellStyle && ofStyle.length < MAX_STYLES) {
        const id = Number(xml.attribute('numFmtId') ?? 0);
        ofStyle.push(formats.indexOf(own.get(id) ?? findBuiltInFormat(id)));
      }
    },
    (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  );
  return { formats: formats.all, ofStyle: Uint16Array.from(ofStyle) };
}

/** Each format once, because the list is sent with every piece of a sheet. */
class FormatList {
  readonly all: NumberFormat[] = [PLAIN];
  readonly #indexes = new Map<string, number>();

  indexOf(format: NumberFormat): number {
    const key = JSON.stringify(format);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    if (format.kind === 'plain' || this.all.length === MAX_FORMATS) return 0;
    this.#indexes.set(key, this.all.length);
    return this.all.push(format) - 1;
  }
}

function forEachTag(text: string, onOpen: (xml: XmlScanner) => void, onClose?: (name: string) => void): void {
  const xml = new XmlScanner(text);
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'open') onOpen(xml);
    else if (token === 'close') onClose?.(xml.name);
  }
}

const decode = (xml: Uint8Array): string => new TextDecoder().decode(xml);
