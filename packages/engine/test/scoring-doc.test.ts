// docs/scoring.md repeats the default points.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, signed } from '../src/index.ts';

const page = readFileSync(new URL('../../../docs/scoring.md', import.meta.url), 'utf8');
const { asks, answers, contact, budget, source, grades, doubt, aiInfluence, topFrom } = DEFAULT_SETTINGS;
const both = ({ present, strong }: { present: number; strong: number }): string =>
  `${signed(present)} / ${signed(strong)}`;

test.each([
  `| Score | ${grades.hot}+ | ${grades.warm}–${grades.hot - 1} | ${grades.cool}–${grades.warm - 1} | below ${grades.cool} |`,
  `| emergency | ${asks.emergency} |`,
  `| order | ${asks.order} |`,
  `| demo or trial | ${asks.demo} |`,
  `| quote | ${asks.quote} |`,
  `| appointment, table, visit | ${asks.book} |`,
  `| wants to be contacted | ${asks.call} |`,
  `| price | ${asks.price} |`,
  `| can you do it, do you have it | ${asks.availability} |`,
  `| names a need or a topic | ${asks.interest} |`,
  `| information, brochure | ${asks.info} |`,
  `| nothing in particular | ${asks.none} |`,
  `| What exactly? | ${both(answers.what)} |`,
  `| When? | ${both(answers.when)} |`,
  `| Who? | ${both(answers.who)} |`,
  `| How decided? | ${both(answers.decided)} |`,
  `| What happened? | ${both(answers.happened)} |`,
  `| What is in the way? | ${both(answers.way)} |`,
  `less | ${[budget.huge, budget.large, budget.typical, budget.fair, budget.small].map(signed).join(' · ')} · ${budget.tiny} |`,
  `| phone number | ${signed(contact.phone)} |`,
  `| disposable email | ${signed(contact.disposableEmail)} |`,
  `| cannot be reached | ${signed(contact.unreachable)} |`,
  `| referral · returning customer | ${signed(source.referral)} · ${signed(source.returning)} |`,
  `| partner · quote or demo page | ${signed(source.partner)} · ${signed(source.highIntentPage)} |`,
  `| event · search · phone or chat | ${signed(source.event)} · ${signed(source.search)} · ${signed(source.chat)} |`,
  `| purchased list | ${signed(source.purchased)} |`,
  `| support or admin request | ${asks.support} |`,
  `| existing appointment or order | ${asks.reschedule} |`,
  `| complaint | ${asks.complaint} |`,
  `| study or research | ${asks.study} |`,
  `| partnership | ${asks.partner} |`,
  `| press, wants exposure | ${asks.press} |`,
  `| no longer looking | ${asks.leave} |`,
  `| donation or sponsorship | ${asks.donation} |`,
  `| looking for a job | ${asks.job} |`,
  `| vendor pitch | ${asks.pitch}, Spam |`,
  `| scam, test or nonsense | ${asks.scam}, Spam |`,
  `costs up to ${-doubt}:`,
  `move a score by at most ${aiInfluence} points`,
  `Above ${topFrom}, points count for a little more than half`,
])('the page about scoring says “%s”', (words) => {
  expect(page.replace(/\s+/g, ' ')).toContain(words);
});
