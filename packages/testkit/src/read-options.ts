// The options of a drill or a benchmark. `--help` prints the comment at the top of its file; an option it doesn't know ends it
// before anything has started.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

type Default = boolean | number | string | null;
type Options<D> = {
  readonly [Name in keyof D]: D[Name] extends boolean
    ? boolean
    : D[Name] extends number
      ? number
      : D[Name] extends string
        ? string
        : string | null;
};

/** By name and default. Null is for a text that need not be given; an option that is on by default is turned off by `--no-NAME`. */
export const readOptions = <D extends Readonly<Record<string, Default>>>(defaults: D): Options<D> =>
  readCommandLine(defaults, false).options;

/** With the words that aren't options. */
export function readCommandLine<D extends Readonly<Record<string, Default>>>(
  defaults: D,
  allowPositionals = true,
): { readonly options: Options<D>; readonly words: readonly string[] } {
  const usage = readUsage(process.argv[1] as string);
  try {
    const { values, positionals } = parseArgs({
      allowNegative: true,
      allowPositionals,
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(defaults).map(([name, value]) => [
            name,
            { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
      },
    });
    if (values.help === true) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const given = Object.entries(defaults).map(([name, value]) => [
      name,
      readValue(name, values[name as keyof typeof values], value),
    ]);
    return { options: Object.fromEntries(given), words: positionals };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

function readValue(name: string, value: string | boolean | undefined, whenMissing: Default): Default {
  if (value === undefined) return whenMissing;
  if (typeof whenMissing !== 'number') return value;
  const number = Number(value);
  if (value === '' || !Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, not '${value}'`);
  return number;
}

function readUsage(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`;
}
