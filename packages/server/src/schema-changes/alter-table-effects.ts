// The effects of ALTER TABLE, one for each of its actions.

import { type Effect, lockOf, NAME, type Surroundings } from './effect.ts';
import { splitAtCommas } from './split-statements.ts';

const ALTER_TABLE = new RegExp(`^alter table (?:if exists )?(?:only )?${NAME} (.+)$`, 's');

/** Null if it isn't an ALTER TABLE. */
export function readAlterTable(plain: string, around: Surroundings): Effect[] | null {
  const [, table, actions] = ALTER_TABLE.exec(plain) ?? [];
  if (table === undefined || actions === undefined) return null;
  const effects = splitAtCommas(actions).map((action) => readAction(table, action, around));
  // Whatever is done to a table that nobody else can see yet is fine.
  return around.newTables.has(table) ? effects.map(({ problem, removes, ...effect }) => effect) : effects;
}

function readAction(table: string, action: string, around: Surroundings): Effect {
  const exclusive = lockOf(table, 'access exclusive', around);
  const instant = (text: string, more: Partial<Effect> = {}): Effect => ({
    action: text,
    locks: exclusive,
    work: 'instant',
    ...more,
  });
  let found = /^add column (?:if not exists )?"?(\w+)"? (.+)$/s.exec(action);
  if (found !== null) return readNewColumn(table, found[1] ?? '', found[2] ?? '', around);
  found = /^drop column (?:if exists )?"?(\w+)"?/.exec(action);
  if (found !== null)
    return instant(`drops column ${found[1]} of ${table}`, { removes: `${table}.${found[1]}` });
  found = /^alter (?:column )?"?(\w+)"? (.+)$/s.exec(action);
  if (found !== null) return readColumnChange(table, found[1] ?? '', found[2] ?? '', around);
  found =
    /^add (?:constraint "?(\w+)"? )?(check|foreign key|unique|primary key|not null|exclude)\b(.*)$/s.exec(
      action,
    );
  if (found !== null) return readNewConstraint(table, found[1] ?? '', found[2] ?? '', found[3] ?? '', around);
  found = /^drop constraint (?:if exists )?"?(\w+)"?/.exec(action);
  if (found !== null) return instant(`drops constraint ${found[1]} of ${table}`);
  found = /^validate constraint "?(\w+)"?/.exec(action);
  if (found !== null) {
    return {
      action: `validates constraint ${found[1]} of ${table}`,
      locks: lockOf(table, 'share update exclusive', around),
      work: 'reads',
      ...(around.isOnline
        ? {}
        : { problem: 'would hold the other locks of its transaction; do it in an online migration' }),
    };
  }
  if (/^(?:enable|force) row level security$/.test(action))
    return instant(`turns on row-level security for ${table}`);
  if (/^(?:set|reset) \(/.test(action)) {
    return {
      action: `changes storage settings of ${table}`,
      locks: lockOf(table, 'share update exclusive', around),
      work: 'instant',
    };
  }
  found = /^rename (?:column )?"?(\w+)"? to/.exec(action);
  if (found !== null && found[1] !== 'to' && found[1] !== 'constraint')
    return instant(`renames column ${found[1]} of ${table}`, { removes: `${table}.${found[1]}` });
  if (action.startsWith('rename to')) return instant(`renames ${table}`, { removes: table });
  return instant(`alters ${table}: ${action}`, {
    work: 'unknown',
    problem: 'the check does not know what this locks',
  });
}

function readNewColumn(table: string, column: string, definition: string, around: Surroundings): Effect {
  const effect: Effect = {
    action: `adds column ${column} to ${table}`,
    locks: lockOf(table, 'access exclusive', around),
    work: 'instant',
  };
  const [, value] =
    /\bdefault (.+?)(?= (?:not null|null|check|constraint|references|unique|collate)\b|$)/s.exec(
      definition,
    ) ?? [null, undefined];
  if (/\bstored\b|\bgenerated .*\bas identity\b|^(?:small|big)?serial\b/s.test(definition))
    return { ...effect, work: 'rewrites', problem: 'rewrites the table; add a plain column and fill it' };
  if (value !== undefined && !isConstant(value))
    return {
      ...effect,
      work: 'rewrites',
      problem: 'this default rewrites the table; add the column without it, then set it as the default',
    };
  if (/\bunique\b|\bprimary key\b/.test(definition))
    return {
      ...effect,
      work: 'indexes',
      problem: 'builds an index while nobody can use the table; create it concurrently',
    };
  if (/\bcheck \(|\breferences\b/.test(definition))
    return {
      ...effect,
      work: 'reads',
      problem: 'reads the table to check it; add the constraint as "not valid", and validate it online',
    };
  if (/\bnot null\b/.test(definition) && value === undefined && !/\bgenerated\b/.test(definition))
    return { ...effect, problem: 'the previous release inserts rows without it; give it a default' };
  return effect;
}

/** Evaluated once when the column is added, instead of for each row. */
const isConstant = (value: string): boolean =>
  /^(?:'[^']*'|-?[\d.]+|true|false|null|now\(\)|current_timestamp|current_date)(?:::[\w ]+(?:\[\])?)?$/.test(
    value.trim(),
  );

function readColumnChange(table: string, column: string, change: string, around: Surroundings): Effect {
  const effect: Effect = {
    action: `changes column ${column} of ${table}: ${change}`,
    locks: lockOf(table, 'access exclusive', around),
    work: 'instant',
  };
  if (/^(?:set data )?type\b/.test(change))
    return {
      ...effect,
      work: 'rewrites',
      problem:
        'rewrites the table; add a column of the new type, fill it, and drop the old one a release later',
      removes: `${table}.${column}`,
    };
  if (change === 'set not null')
    return {
      ...effect,
      work: 'reads',
      problem: 'reads the table to check it; add a "not null … not valid" constraint, and validate it online',
    };
  if (change === 'drop default') return { ...effect, removes: `the default of ${table}.${column}` };
  if (/^set statistics\b/.test(change))
    return { ...effect, locks: lockOf(table, 'share update exclusive', around) };
  if (/^(?:set default|drop not null|set storage|set compression)\b/.test(change)) return effect;
  return { ...effect, work: 'unknown', problem: 'the check does not know what this locks' };
}

function readNewConstraint(
  table: string,
  name: string,
  kind: string,
  rest: string,
  around: Surroundings,
): Effect {
  const isNotValid = /\bnot valid$/.test(rest);
  const label = name === '' ? `a constraint (${kind})` : `constraint ${name}`;
  const action = `adds ${label} to ${table}`;
  if (kind === 'unique' || kind === 'primary key' || kind === 'exclude') {
    const locks = lockOf(table, 'access exclusive', around);
    if (/^ using index\b/.test(rest)) return { action, locks, work: 'instant' };
    return {
      action,
      locks,
      work: 'indexes',
      problem: 'builds an index while nobody can use the table; create it concurrently, then "using index"',
    };
  }
  const [, referenced] = new RegExp(`\\breferences ${NAME}`).exec(rest) ?? [];
  const locks =
    kind === 'foreign key'
      ? [table, referenced ?? table].flatMap((one) => lockOf(one, 'share row exclusive', around))
      : lockOf(table, 'access exclusive', around);
  if (isNotValid) return { action, locks, work: 'instant' };
  return {
    action,
    locks,
    work: 'reads',
    problem: 'reads the table to check it; add it as "not valid", and validate it online',
  };
}
