// The verdict of the alerts drill: every lead is in exactly one email to each person who wants it, in a mailbox that drops a
// Message-ID it knows. The one email that a kill can interrupt may be repeated.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface AlertFacts {
  readonly planned: number;
  /** Workers that a SIGKILL ended. */
  readonly killed: number;
  readonly killsThatInterrupted: number;
  /** What the mail server got. */
  readonly mails: readonly {
    readonly to: string;
    readonly messageId: string;
    readonly leads: readonly string[];
  }[];
  /** Who has to be told about which lead. */
  readonly expected: readonly { readonly to: string; readonly lead: string }[];
  /** What is left in the database. */
  readonly unsentEmails: number;
  readonly alertsWithoutEmail: number;
  readonly events: number;
}

export function judgeAlerts(facts: AlertFacts): Check[] {
  const { mails } = facts;
  const idsOf = new Map<string, Set<string>>();
  for (const { to, messageId, leads } of mails)
    for (const lead of leads) {
      const pair = `${to} ${lead}`;
      idsOf.set(pair, (idsOf.get(pair) ?? new Set()).add(messageId));
    }
  const expected = new Set(facts.expected.map(({ to, lead }) => `${to} ${lead}`));
  const repeats = mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
  return [
    checkAtLeast('kills planned', facts.planned, 1),
    check('workers killed', facts.killed, facts.planned),
    checkAtLeast('kills that interrupted an email', facts.killsThatInterrupted, 1),
    checkAtLeast('alerts', expected.size, 1),
    check(
      'leads that someone was not told about',
      [...expected].filter((pair) => !idsOf.has(pair)).length,
      0,
    ),
    check(
      'leads that someone was told about twice',
      [...idsOf.values()].filter(({ size }) => size > 1).length,
      0,
    ),
    check(
      'leads that someone was told about wrongly',
      [...idsOf.keys()].filter((pair) => !expected.has(pair)).length,
      0,
    ),
    check('Message-IDs with different recipients or texts', countAmbiguousIds(mails), 0),
    check('repeats beyond one for each kill', Math.max(0, repeats - facts.killed), 0),
    check('emails not marked as sent', facts.unsentEmails, 0),
    check('alerts that were put into no email', facts.alertsWithoutEmail, 0),
    check('events left in the outbox', facts.events, 0),
  ];
}

function countAmbiguousIds(mails: AlertFacts['mails']): number {
  const contents = Map.groupBy(mails, ({ messageId }) => messageId);
  return [...contents.values()].filter(
    (same) => new Set(same.map(({ to, leads }) => `${to} ${leads.toSorted().join()}`)).size > 1,
  ).length;
}
