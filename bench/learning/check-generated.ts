// Checks learning on generated accounts, which are hard to learn from, and counts the promises that were broken by kind of contact
// data and by what is unusual about the accounts.

import { checkLearning, type LearningCheck } from '@leadline/testkit/learning/check-learning';
import { CONTACT_KINDS } from '@leadline/testkit/learning/contact-kinds';
import {
  ACCOUNT_TRAITS,
  type GeneratedAccount,
  generateAccount,
} from '@leadline/testkit/learning/generate-account';

const MAX_PRINTED = 3;

export interface CheckedAccount extends Omit<LearningCheck, 'figures'> {
  readonly number: number;
  readonly contacts: GeneratedAccount['contacts'];
  readonly traits: readonly string[];
  readonly seconds: number;
}

export function checkGenerated(number: number, maxRows: number): CheckedAccount {
  const started = process.cpuUsage().user;
  const { contacts, traits, leads, later, limit, isUndated } = generateAccount(number, { maxRows });
  const { figures: _, ...checked } = checkLearning(leads, later, {
    limit,
    ...(isUndated ? { recency: null } : null),
  });
  const seconds = (process.cpuUsage().user - started) / 1e6;
  return { number, contacts, traits: [...traits], ...checked, rows: leads.length, seconds };
}

export function printGenerated(accounts: readonly CheckedAccount[]): void {
  console.log(
    `${'generated accounts'.padEnd(34)}${'accounts'.padStart(9)}${'leads'.padStart(11)}${'live'.padStart(6)}${'calibrated'.padStart(12)}${'worse than win rate'.padStart(21)}${'broken promises'.padStart(17)}`,
  );
  const printLine = (name: string, chosen: readonly CheckedAccount[]): void => {
    const countOf = (is: (account: CheckedAccount) => boolean): number => chosen.filter(is).length;
    console.log(
      name.padEnd(34) +
        String(chosen.length).padStart(9) +
        chosen
          .reduce((sum, { rows }) => sum + rows, 0)
          .toLocaleString('en')
          .padStart(11) +
        String(countOf(({ decision }) => decision === 'live')).padStart(6) +
        String(countOf(({ decision }) => decision === 'calibrated')).padStart(12) +
        String(countOf(({ published }) => published?.isWorseThanBase ?? false)).padStart(21) +
        String(countOf(({ faults }) => faults.length > 0)).padStart(17),
    );
  };
  for (const kind of CONTACT_KINDS)
    printLine(
      `contact data: ${kind}`,
      accounts.filter(({ contacts }) => contacts === kind),
    );
  for (const trait of ACCOUNT_TRAITS)
    printLine(
      trait,
      accounts.filter(({ traits }) => traits.includes(trait)),
    );
  printLine('all', accounts);
  const seconds = accounts.reduce((sum, account) => sum + account.seconds, 0);
  console.log(`\n${seconds.toFixed(0)} s of CPU time.`);
  for (const { number, rows, contacts, faults } of accounts)
    if (faults.length > 0)
      console.log(
        `Account ${number} (${rows} leads, contact data: ${contacts}): ${faults.slice(0, MAX_PRINTED).join('; ')}.`,
      );
}
