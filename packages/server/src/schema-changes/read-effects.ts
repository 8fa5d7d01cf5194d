// Reads what a statement does. Only knows the statements that our migrations need: anything else is a problem, so that
// nobody has to guess what it locks.

import { readAlterTable } from './alter-table-effects.ts';
import { type Effect, lockOf, NAME, type Surroundings } from './effect.ts';
import type { Statement } from './split-statements.ts';

type Reader = (match: RegExpExecArray, around: Surroundings, plain: string) => Effect;

const free = (action: string): Effect => ({ action, locks: [], work: 'instant' });

const READERS: readonly (readonly [start: RegExp, read: Reader])[] = [
  [new RegExp(`^create table (?:if not exists )?${NAME} partition of ${NAME}`), readPartition],
  [new RegExp(`^create table (?:if not exists )?${NAME}`), readNewTable],
  [
    new RegExp(`^create (?:unique )?index (concurrently )?(?:if not exists )?${NAME} on (?:only )?${NAME}`),
    readNewIndex,
  ],
  [
    new RegExp(`^drop index (concurrently )?(?:if exists )?${NAME}$`),
    ([, , index = '']) => ({ ...free(`drops index ${index}`), removes: `index ${index}` }),
  ],
  [
    new RegExp(`^drop function (?:if exists )?${NAME}`),
    ([, name = '']) => ({ ...free(`drops function ${name}`), removes: `function ${name}` }),
  ],
  [
    new RegExp(`^drop table (?:if exists )?${NAME}$`),
    ([, name = ''], around) => ({
      action: `drops ${name}`,
      locks: lockOf(name, 'access exclusive', around),
      work: 'instant',
      removes: name,
    }),
  ],
  [
    new RegExp(`^(create|alter|drop) policy (?:if exists )?"?(\\w+)"? on ${NAME}`),
    ([, verb = '', policy = '', table = ''], around) => ({
      action: `${verb}s policy ${policy} on ${table}`,
      locks: lockOf(table, 'access exclusive', around),
      work: 'instant',
      ...(verb === 'drop' && !around.newTables.has(table) ? { removes: `policy ${policy} on ${table}` } : {}),
    }),
  ],
  [/^grant\b/, () => free('grants privileges')],
  [/^revoke (.+)$/s, ([, what = '']) => ({ ...free('revokes privileges'), removes: `grant ${what}` })],
  [
    /^create (?:or replace )?function (?:"?leadline"?\.)?"?(\w+)"?/,
    ([, name]) => free(`creates function ${name}`),
  ],
  [/^create (schema|role|extension|type|sequence)\b/, ([, kind]) => free(`creates ${kind}`)],
  [/^comment on\b/, () => free('changes a comment')],
  [new RegExp(`^insert into ${NAME}`), readInsert],
  [new RegExp(`^update ${NAME}`), readRowChange('changes')],
  [new RegExp(`^delete from ${NAME}`), readRowChange('deletes')],
  [
    /^analyze\b/,
    (_, { isOnline }) => (isOnline ? free('updates statistics') : unknown('updates statistics')),
  ],
  [/^do\b/, readBlock],
];

export function readEffects({ plain }: Statement, around: Surroundings): Effect[] {
  const altered = readAlterTable(plain, around);
  if (altered !== null) return altered;
  for (const [start, read] of READERS) {
    const match = start.exec(plain);
    if (match !== null) return [read(match, around, plain)];
  }
  return [unknown(`runs "${plain.slice(0, 60)}"`)];
}

const unknown = (action: string): Effect => ({
  action,
  locks: [],
  work: 'unknown',
  problem: 'the check does not know what this locks',
});

function readNewTable([, table = '']: RegExpExecArray, around: Surroundings, plain: string): Effect {
  const referenced = [...plain.matchAll(new RegExp(`\\breferences ${NAME}`, 'g'))].map(
    ([, name = '']) => name,
  );
  return {
    ...free(`creates table ${table}`),
    locks: [...new Set(referenced)]
      .filter((name) => name !== table)
      .flatMap((name) => lockOf(name, 'share row exclusive', around)),
  };
}

function readPartition([, table = '', parent = '']: RegExpExecArray, around: Surroundings): Effect {
  const locks = lockOf(parent, 'access exclusive', around);
  const effect: Effect = { action: `creates partition ${table} of ${parent}`, locks, work: 'instant' };
  return locks.length === 0
    ? effect
    : { ...effect, problem: 'create a table like the parent, and attach it, as make_lead_partitions does' };
}

function readNewIndex(
  [, concurrently, index = '', table = '']: RegExpExecArray,
  around: Surroundings,
): Effect {
  const action = `creates index ${index} on ${table}`;
  if (concurrently !== undefined) {
    const locks = lockOf(table, 'share update exclusive', around);
    return around.isOnline
      ? { action, locks, work: 'indexes' }
      : { action, locks, work: 'indexes', problem: 'can only run in an online migration' };
  }
  const locks = lockOf(table, 'share', around);
  if (locks.length === 0) return free(action);
  return {
    action,
    locks,
    work: 'indexes',
    problem: 'nothing can be written until it is built; "create index concurrently" in an online migration',
  };
}

function readInsert([, table = '']: RegExpExecArray, around: Surroundings, plain: string): Effect {
  const locks = lockOf(table, 'row exclusive', around);
  const read = [...plain.matchAll(new RegExp(`\\b(?:from|join) ${NAME}`, 'g'))].map(([, name = '']) => name);
  const isLong = read.some((name) => !around.newTables.has(name));
  const effect: Effect = {
    action: `adds rows to ${table}`,
    locks,
    work: isLong ? 'changes rows' : 'instant',
  };
  return isLong && !around.isOnline ? { ...effect, problem: LONG_CHANGE } : effect;
}

const LONG_CHANGE =
  'can take long, and holds all locks of its transaction; do it in an online migration, in batches that commit';

function readRowChange(verb: 'changes' | 'deletes'): Reader {
  return ([, table = ''], around) => {
    const locks = lockOf(table, 'row exclusive', around);
    const action = verb === 'changes' ? `changes rows of ${table}` : `deletes rows of ${table}`;
    if (locks.length === 0) return free(action);
    return { action, locks, work: 'changes rows', problem: LONG_CHANGE };
  };
}

function readBlock(_: RegExpExecArray, { isOnline }: Surroundings, plain: string): Effect {
  if (isOnline && /\bcommit\s*;/i.test(plain)) {
    return { action: 'changes rows in batches', locks: [], work: 'unknown' };
  }
  return unknown('runs a block of code');
}
