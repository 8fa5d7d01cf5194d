// Finds misspelled environment variables, which would otherwise have no effect. The environment also has variables of other
// programs, so only names that can hardly be meant for anything else count.

import { LOGIN_VARIABLES } from '../../platform/schema/create-logins.ts';
import { SECRET_NAMES, VARIABLE_NAMES } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Only `leadline account export` and `import` read it. */
const TRANSFER_PASSPHRASE = 'TRANSFER_PASSPHRASE';
const READ_FROM_FILES = [...SECRET_NAMES, ...Object.keys(LOGIN_VARIABLES), TRANSFER_PASSPHRASE];
const KNOWN: ReadonlySet<string> = new Set([
  ...VARIABLE_NAMES,
  ...READ_FROM_FILES,
  ...READ_FROM_FILES.map((name) => `${name}_FILE`),
]);

/** Groups of variables that begin alike, and that other programs hardly share a process with. */
const GROUPS = ['LLM_', 'OIDC_', 'SMTP_', 'WEBHOOKS_'];
/** What Kubernetes sets for a service that is called "smtp" or "llm". */
const OF_A_SERVICE = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/;
const OWN_PREFIX = 'LEADLINE_';
/** With fewer letters, a name resembles those of too many other programs: HOSTS, SPORT. */
const MIN_LENGTH = 8;
const LETTERS_PER_TYPO = 5;
const MAX_TYPOS = 3;

/** Throws if a name is almost one of ours. */
export function requireKnownNames(env: Variables): void {
  const problems = Object.keys(env)
    .filter((name) => env[name] && !KNOWN.has(name))
    .flatMap((name) => describeUnknown(name, env) ?? []);
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function describeUnknown(name: string, env: Variables): string | null {
  const setting = name.replace(/_FILE$/, '');
  if (setting !== name && VARIABLE_NAMES.includes(setting))
    return `${name}: only secrets can be read from files; set ${setting} instead`;
  const meant = findMeant(name, env);
  return meant === null ? null : `Leadline has no variable ${name}; rename it to ${meant}, or remove it`;
}

function findMeant(name: string, env: Variables): string | null {
  const suffix = name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : '';
  if (suffix.length >= MIN_LENGTH && KNOWN.has(suffix)) return suffix;
  const group = GROUPS.find((prefix) => name.startsWith(prefix) && !OF_A_SERVICE.test(name));
  const near = [...KNOWN]
    .filter((known) => (group === undefined ? known.length >= MIN_LENGTH : known.startsWith(group)))
    .map((known) => ({ known, typos: countTypos(name, known) }))
    .sort((a, b) => a.typos - b.typos)[0];
  if (near === undefined) return null;
  // If the variable itself is set, the other one belongs to another program.
  const isNear = near.typos <= Math.min(MAX_TYPOS, near.known.length / LETTERS_PER_TYPO);
  return group !== undefined || (isNear && !env[near.known]) ? near.known : null;
}

/** Letters to insert, remove, replace, or swap with their neighbour. */
function countTypos(a: string, b: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (previous[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    previous = row;
    row = next;
  }
  return row[b.length] as number;
}
