// As much of Salesforce's query language as our adapter uses: conditions joined by `and`, one order, a limit.

export interface Row {
  readonly Id: string;
  [field: string]: unknown;
}

type Refuse = (message: string) => never;

const MAX_LENGTH = 16_000;

const CLAUSES = new RegExp(
  [
    '^(?<columns>.+?) from (?<table>\\w+)',
    '(?: where (?<where>.+?))?(?: order by (?<order>Id))?(?: limit (?<limit>\\d+))?\\s*$',
  ].join(''),
  'is',
);

export function runSoql(soql: string, rowsOf: (table: string) => Row[], refuse: Refuse): Row[] {
  // A query is part of the URL.
  if (encodeURIComponent(soql).length > MAX_LENGTH) refuse('the query is too long');
  // Rows have their subqueries as columns.
  const [verb, ...rest] = soql.split(' ');
  if (verb !== 'select') refuse(`can't parse: ${soql}`);
  const match = CLAUSES.exec(rest.join(' ').replace(/\(select .+? from (\w+)[^)]*\)/gi, '$1'));
  if (match?.groups === undefined) return refuse(`can't parse: ${soql}`);
  const { columns = '', table = '', where, order, limit } = match.groups;
  const conditions =
    where === undefined ? [] : splitConditions(where).map((text) => parseCondition(text, refuse));
  const found = rowsOf(table).filter((row) => conditions.every((holds) => holds(row)));
  if (order !== undefined) found.sort((a, b) => (a.Id < b.Id ? -1 : 1));
  const names = columns.split(',').map((name) => name.trim());
  return found.slice(0, Number(limit ?? 2_000)).map((row) => ({
    attributes: { type: table, url: `/services/data/v60.0/sobjects/${table}/${row.Id}` },
    ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
    Id: row.Id,
  }));
}

/** Values may contain “and”. */
const splitConditions = (where: string): string[] =>
  where
    .match(/(?:'(?:\\.|[^'\\])*'|(?! and )[^'])+/gi)
    ?.map((text) => text.replace(/^\s*and /i, '').trim()) ?? [];

function parseCondition(text: string, refuse: Refuse): (row: Row) => boolean {
  const match = /^(\w+) (in|=|>=|>) (.+)$/is.exec(text);
  if (match === null) return refuse(`can't parse the condition ${text}`);
  const [, field = '', operator = '', given = ''] = match;
  const values = (given.match(/'(?:\\.|[^'\\])*'|[^\s,()']+/g) ?? []).map(readLiteral);
  const [value] = values;
  return (row) => {
    const actual = row[field];
    switch (operator.toLowerCase()) {
      case 'in':
        return values.some((wanted) => isSame(actual, wanted));
      case '=':
        return isSame(actual, value);
      case '>':
        return typeof actual === 'string' && actual > String(value);
      default:
        return Date.parse(String(actual)) >= Date.parse(String(value));
    }
  };
}

const readLiteral = (text: string): string | boolean =>
  text === 'true' || text === 'false'
    ? text === 'true'
    : text.startsWith("'")
      ? text.slice(1, -1).replace(/\\(.)/g, '$1')
      : text;

/** Texts are compared without case. */
const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
