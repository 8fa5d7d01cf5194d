// What a release can rely on in the database: columns with their types and defaults, functions with their signatures, and
// privileges. Read from schema.sql, whatever the migrations behind it look like.

const TABLE = /^create table (?<table>\w+) \(\n(?<columns>[\s\S]*?)\n\)/gm;
const COLUMN =
  /^ {2}(?<column>"?\w+"?) (?<type>.+?)(?<rest> (?:collate|not null|generated|default) .*| not null)?,?$/;
const FUNCTION = /^CREATE OR REPLACE FUNCTION leadline\.(?<signature>.+)\n RETURNS (?<result>.+)$/gm;
const GRANT = /^grant (?<privileges>[\w, ]+) on (?<object>\w+(?: \(\w+\))?) to (?<role>\w+);$/gm;

/** One line for each thing, sorted. */
export function readInterface(schema: string): string[] {
  const lines: string[] = [];
  for (const { groups = {} } of schema.matchAll(TABLE)) {
    for (const line of (groups.columns ?? '').split('\n')) {
      const { column, type, rest = '' } = COLUMN.exec(line)?.groups ?? {};
      if (column === undefined) throw new Error(`not a column: ${line}`);
      lines.push(`column ${groups.table}.${column} ${type}`);
      if (rest.includes(' default ')) lines.push(`default of ${groups.table}.${column}`);
    }
  }
  for (const { groups = {} } of schema.matchAll(FUNCTION))
    lines.push(`function ${groups.signature} returns ${groups.result}`);
  for (const { groups = {} } of schema.matchAll(GRANT)) {
    for (const privilege of (groups.privileges ?? '').split(', '))
      lines.push(`grant ${privilege} on ${groups.object} to ${groups.role}`);
  }
  return lines.toSorted();
}

/** What the released schema offers and the new one doesn't, unless it was removed on purpose. */
export function findLost(
  released: readonly string[],
  current: readonly string[],
  removals: readonly string[],
): string[] {
  const kept = new Set(current);
  return released.filter(
    (line) =>
      !kept.has(line) &&
      !kept.has(line.replace(/ \(\w+\)/, '')) && // granted on the whole table instead of a column
      !removals.some((removal) => isCovered(line, removal)),
  );
}

function isCovered(line: string, removal: string): boolean {
  const { object = '', column = '' } =
    /^(?:column |default of )(?<object>\w+)\.(?<column>\w+)|^function (?<object>\w+)|^grant .+? on (?<object>\w+)(?: \((?<column>\w+)\))?/.exec(
      line,
    )?.groups ?? {};
  if (removal.startsWith('grant ')) return line.startsWith('grant ') && removal.includes(object);
  const names = [object, `${object}.${column}`, `function ${object}`, `the default of ${object}.${column}`];
  return names.includes(removal);
}
