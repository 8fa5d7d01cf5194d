// Does learning ever make things worse? Simulates accounts whose outcomes come about in different ways, retrains as
// outcomes arrive, and compares what was shown with the rules alone, fitted to the same outcomes. Then generates accounts that are
// hard to learn from, and checks what must hold for every one of them. Exits with 1 if a goal is missed or a promise is broken.
//   npm run bench:never-hurts                                       prints both tables
//   npm run bench:never-hurts -- --accounts 50 --generated 100      fewer accounts; 0 leaves one kind out
//   npm run bench:never-hurts -- --max-rows 5000                    smaller generated accounts
//   npm run bench:never-hurts -- --json

import { seedRandom } from '@leadline/learning';
import { MAX_ROWS } from '@leadline/testkit/learning/generate-account';
import { type LivedAccount, liveThrough } from '@leadline/testkit/learning/live-account';
import {
  ACCOUNT_KINDS,
  type AccountKind,
  simulateAccount,
} from '@leadline/testkit/learning/simulate-account';
import { readOptions } from '@leadline/testkit/read-options';
import { checkGenerated, printGenerated } from './learning/check-generated.ts';

const MIN_OUTCOMES = 10;
const MAX_OUTCOMES = 5_000;
const GOAL_NO_WORSE = 0.95;
const GOAL_RANDOM_STAYS_OUT = 0.97;

const values = readOptions({ accounts: 200, generated: 500, 'max-rows': MAX_ROWS, seed: 1, json: false });

interface Account extends LivedAccount {
  readonly kind: AccountKind;
  readonly outcomes: number;
}

const random = seedRandom(values.seed);
const accounts: Account[] = [];
for (let index = 0; index < values.accounts; index++) {
  const kind = ACCOUNT_KINDS[index % ACCOUNT_KINDS.length] as AccountKind;
  // Every size between 10 and 5,000 is as likely as its double.
  const outcomes = Math.round(MIN_OUTCOMES * (MAX_OUTCOMES / MIN_OUTCOMES) ** random());
  const seed = Math.floor(random() * 2 ** 31);
  accounts.push({ kind, outcomes, ...liveThrough(simulateAccount(kind, outcomes, seed)) });
}
const shareOf = (chosen: readonly Account[], is: (account: Account) => boolean): number =>
  chosen.filter(is).length / Math.max(1, chosen.length);
const isNoWorse = ({ live, rules }: Account): boolean => live <= rules + 1e-9;
const noWorse = shareOf(accounts, isNoWorse);
const staysOut = shareOf(
  accounts.filter(({ kind }) => kind === 'random'),
  ({ wentLive }) => wentLive === 0,
);
const generated = Array.from({ length: values.generated }, (_, number) =>
  checkGenerated(number, values['max-rows']),
);
if (values.json)
  console.log(JSON.stringify({ no_worse: noWorse, random_stays_out: staysOut, accounts, generated }));
else {
  if (accounts.length > 0) print();
  if (generated.length > 0) printGenerated(generated);
}
const isMissed = accounts.length > 0 && (noWorse < GOAL_NO_WORSE || staysOut < GOAL_RANDOM_STAYS_OUT);
if (isMissed || generated.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

function print(): void {
  console.log(
    `${'outcomes'.padEnd(12)}${'accounts'.padStart(9)}${'no worse'.padStart(10)}${'went live'.padStart(11)}${'by model'.padStart(10)}${'retired'.padStart(9)}${'log-loss'.padStart(10)}${'rules'.padStart(8)}${'worst'.padStart(9)}`,
  );
  for (const kind of [...ACCOUNT_KINDS, null]) {
    const chosen = accounts.filter((account) => kind === null || account.kind === kind);
    const mean = (read: (account: Account) => number): number =>
      chosen.reduce((sum, account) => sum + read(account), 0) / chosen.length;
    console.log(
      (kind ?? 'all').padEnd(12) +
        String(chosen.length).padStart(9) +
        percent(shareOf(chosen, isNoWorse)).padStart(10) +
        percent(shareOf(chosen, ({ wentLive }) => wentLive > 0)).padStart(11) +
        percent(mean(({ liveShare }) => liveShare)).padStart(10) +
        percent(shareOf(chosen, ({ retired }) => retired > 0)).padStart(9) +
        mean(({ live }) => live)
          .toFixed(4)
          .padStart(10) +
        mean(({ rules }) => rules)
          .toFixed(4)
          .padStart(8) +
        Math.max(...chosen.map(({ live, rules }) => live - rules))
          .toFixed(4)
          .padStart(9),
    );
  }
  console.log(
    `\nNo worse than the rules alone: ${percent(noWorse)} (goal ${percent(GOAL_NO_WORSE)}). Nothing goes live with random outcomes: ${percent(staysOut)} (goal ${percent(GOAL_RANDOM_STAYS_OUT)}).\n`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
