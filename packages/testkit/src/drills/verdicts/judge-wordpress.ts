// The verdict of the wordpress drill.

import { type Check, check, checkAtLeast } from '../drill.ts';
import type { AccountLedger } from '../ledgers.ts';

export interface WordPressFacts {
  /** What the page said after the test button was clicked. */
  readonly testNotice: string;
  readonly savedKeyShown: boolean;
  /** By form tool: the score in WordPress and in Leadline, or why there is none. */
  readonly scores: Readonly<Record<string, string>>;
  /** Score shown in the entries of the form tools that allow it. */
  readonly shownInEntries: number;
  /** The script in the page, for block and shortcode. */
  readonly embedded: number;
  /** Stored without consent, although it was spam, or a second time for the same entry. */
  readonly takenWrongly: number;
  readonly postsWhileDown: number;
  readonly answersLost: number;
  readonly phpKills: number;
  /** Of the posts while Leadline was down. */
  readonly emails: readonly string[];
  readonly ledger: AccountLedger;
  /** Personal data of sent leads that is still in the table. */
  readonly bodiesKept: number;
  /** Attempts that ran a script or weren't escaped, by name. */
  readonly scriptsNotEscaped: readonly string[];
  readonly scriptsTried: number;
  /** Requests without permission that changed something, by name. */
  readonly forged: readonly string[];
  readonly forgeriesTried: number;
  readonly keyFound: readonly string[];
  readonly left: readonly string[];
  /** Errors and warnings of PHP. */
  readonly phpLog: string;
}

const TOOLS = ['contact-form-7', 'wpforms', 'gravity-forms', 'elementor', 'ninja-forms'];

export function judgeWordPress(facts: WordPressFacts): Check[] {
  const posted = new Set(facts.emails);
  const counts = new Map<string, number>();
  for (const { email } of facts.ledger.leads)
    if (posted.has(email)) counts.set(email, (counts.get(email) ?? 0) + 1);
  const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
  return [
    check(
      'the test button shows the score',
      /scored \d+ \(\w+\)/.test(facts.testNotice) ? 'yes' : facts.testNotice,
      'yes',
    ),
    check('the saved key in a page', facts.savedKeyShown ? 'yes' : 'no', 'no'),
    ...TOOLS.map((tool) =>
      check(
        `a form of ${tool}`,
        /^\d+ in both$/.test(facts.scores[tool] ?? '') ? 'scored' : (facts.scores[tool] ?? 'nothing'),
        'scored',
      ),
    ),
    check('form tools that show the score in the entry', facts.shownInEntries, 2),
    check('pages with the form', facts.embedded, 2),
    check('leads taken although they should not be', facts.takenWrongly, 0),
    checkAtLeast('posts while Leadline was down', facts.postsWhileDown, 1),
    checkAtLeast('answers lost on the way', facts.answersLost, 1),
    checkAtLeast('kills of PHP while it sent', facts.phpKills, 1),
    check('posted leads missing from Leadline', facts.emails.filter((email) => !counts.has(email)).length, 0),
    check('leads stored twice', [...counts.values()].filter((count) => count > 1).length, 0),
    check('personal data kept after sending', facts.bodiesKept, 0),
    checkAtLeast('scripts tried', facts.scriptsTried, 1),
    check('scripts not escaped', list(facts.scriptsNotEscaped), 'none'),
    checkAtLeast('forged requests tried', facts.forgeriesTried, 1),
    check('forged requests that changed something', list(facts.forged), 'none'),
    check('places that show the key', list(facts.keyFound), 'none'),
    check('left after uninstalling', list(facts.left), 'none'),
    check(
      'errors and warnings of PHP',
      facts.phpLog.trim() === '' ? 'none' : facts.phpLog.slice(0, 500),
      'none',
    ),
  ];
}
