// Finds the smallest set of plausible changes that reaches the next grade, by applying changes to the lead and
// scoring it again. Nothing here is estimated.

import { carryAssessment } from './assessment.ts';
import type { Facts } from './facts/read-facts.ts';
import type { Grade } from './grade.ts';
import type { Lead } from './lead.ts';
import { formatAmount } from './money/format-amount.ts';
import { splitLead } from './reading/clauses.ts';
import type { Question } from './reading/questions.ts';
import { type Scored, type ScoreOptions, score } from './score.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { budgetRatio } from './worth/budget.ts';
import { shorten } from './worth/quote.ts';

/** A plausible change to a lead. */
export interface Change {
  readonly code: string;
  /** "they give a phone number" */
  readonly text: string;
  /** What to ask the lead for; null if they already said something about it. */
  readonly ask: string | null;
  readonly apply: (lead: Lead) => Lead;
}

export interface SmallestChange {
  readonly changes: readonly Change[];
  /** The lead with the changes applied, and its score. */
  readonly lead: Lead;
  readonly after: Scored;
}

export interface MissingAnswer {
  readonly ask: string;
  readonly gain: number;
}

/** Beyond four, it is no longer a small change; ten candidates already make 385 sets of up to four. */
const MAX_CHANGES = 4;

/** Scoring takes up to 2 µs per character. This budget is enough to try every set for a lead of 300 characters and only
 * the simplest sets for a very long one, which keeps an explanation under half a second. */
const MAX_CHARACTERS = 120_000;

/** Longer leads are not searched for a missing answer. */
const MAX_ASKED_LENGTH = 10_000;

const NEXT_GRADE: Readonly<Partial<Record<Grade, Grade>>> = { Cold: 'Cool', Cool: 'Warm', Warm: 'Hot' };

export const nextGrade = (grade: Grade): Grade | null => NEXT_GRADE[grade] ?? null;

/** The fewest changes that reach the next grade; among equally small sets, the easiest. */
export function findSmallestChange(lead: Lead, options: ScoreOptions): SmallestChange | null {
  const before = score(lead, options);
  const target = nextGrade(before.data.grade);
  if (target === null || isNotASale(before)) return null;
  const minScore = minScoreOf(target, options.settings ?? DEFAULT_SETTINGS);
  const candidates = listChanges(before.facts, options.settings ?? DEFAULT_SETTINGS);
  let setsLeft = Math.floor(MAX_CHARACTERS / lengthOf(lead));
  for (let size = 1; size <= Math.min(MAX_CHANGES, candidates.length); size++) {
    for (const changes of subsets(candidates, size)) {
      if (setsLeft-- <= 0) return null;
      const changed = changes.reduce((changing, change) => change.apply(changing), lead);
      const after = score(changed, forChanged(options, lead, changed));
      if (after.data.score >= minScore && after.data.grade !== 'Spam')
        return { changes, lead: changed, after };
    }
  }
  return null;
}

/** The missing answer that could add the most points. */
export function findMissingAnswer(lead: Lead, options: ScoreOptions): MissingAnswer | null {
  if (lengthOf(lead) > MAX_ASKED_LENGTH) return null;
  const before = score(lead, options);
  if (isNotASale(before)) return null;
  let best: MissingAnswer | null = null;
  for (const change of listChanges(before.facts, options.settings ?? DEFAULT_SETTINGS)) {
    if (change.ask === null) continue;
    const changed = change.apply(lead);
    const after = score(changed, forChanged(options, lead, changed));
    const gain = after.data.score - before.data.score;
    if (gain > (best?.gain ?? 0)) best = { ask: change.ask, gain };
  }
  return best;
}

/** Spam, a job application, a support request: changing details does not turn these into a sale. */
export const isNotASale = ({ suspicion }: Scored): boolean => suspicion !== null;

/** The AI read the original lead, so its assessment does not cover what a change adds. */
export const forChanged = (options: ScoreOptions, lead: Lead, changed: Lead): ScoreOptions => ({
  ...options,
  assessment: carryAssessment(options.assessment ?? null, splitLead(lead), splitLead(changed)),
});

function lengthOf({ custom_fields, ...texts }: Lead): number {
  const all = [...Object.values(texts), ...Object.keys(custom_fields), ...Object.values(custom_fields)];
  return all.reduce((sum, text) => sum + text.length, 1);
}

function minScoreOf(grade: Grade, { grades }: Settings): number {
  return grade === 'Hot' ? grades.hot : grade === 'Warm' ? grades.warm : grades.cool;
}

/** In order, so that sets of the easiest changes come first. */
function* subsets<Item>(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= items.length - size; i++) {
    for (const rest of subsets(items, size - 1, i + 1)) yield [items[i] as Item, ...rest];
  }
}

// --- plausible changes, easiest first ---------------------------------------------------------

export function listChanges(facts: Facts, settings: Settings): Change[] {
  const changes: Change[] = [];
  if (facts.phone?.kind !== 'valid' && facts.phone?.kind !== 'local') {
    changes.push({
      code: 'phone',
      text: 'they give a phone number that works',
      ask: 'a phone number',
      apply: (changing) => ({ ...changing, phone: '+12025550143' }),
    });
  }
  changes.push(...questionChanges(facts), ...budgetChanges(facts, settings));
  if (facts.email?.kind !== 'business') {
    changes.push({
      code: 'email',
      text: 'they write from a business email',
      ask: facts.email === null ? 'an email address' : null,
      apply: (changing) => ({ ...changing, email: 'name@their-company.com' }),
    });
  }
  changes.push(...messageChanges(facts));
  return changes;
}

/** A question to ask and its best possible answer. */
interface QuestionChange {
  readonly code: string;
  /** If the lead already answers it this well, there is nothing to ask. */
  readonly about: Question;
  readonly enough: 1 | 2;
  readonly question: string;
  readonly answer: string;
  readonly text: string;
  readonly ask: string;
}

const QUESTION_CHANGES: readonly QuestionChange[] = [
  {
    code: 'timeline',
    about: 'when',
    enough: 1,
    question: 'When do you want to start?',
    answer: 'This week',
    text: 'they want to start this week',
    ask: 'when they want to start',
  },
  {
    code: 'authority',
    about: 'who',
    enough: 2,
    question: 'Who makes the decision?',
    answer: 'I am the owner and I decide',
    text: 'the decision maker is on board',
    ask: 'who decides',
  },
  {
    code: 'need',
    about: 'what',
    enough: 1,
    question: 'What do you need?',
    answer: 'We need a new machine for our workshop',
    text: 'they say what they need',
    ask: 'what they need',
  },
  {
    code: 'scope',
    about: 'what',
    enough: 2,
    question: 'How many, and which size?',
    answer: '40 units, 60 x 80 cm',
    text: 'they give quantities or sizes',
    ask: 'quantities and sizes',
  },
];

function questionChanges({ reading }: Facts): Change[] {
  return QUESTION_CHANGES.flatMap(({ code, about, enough, question, answer, text, ask }) => {
    if (reading.answers[about].value >= enough) return [];
    const apply = (lead: Lead): Lead => ({
      ...lead,
      custom_fields: { ...lead.custom_fields, [question]: answer },
    });
    return [{ code, text, ask, apply }];
  });
}

/** Multiples of the typical deal at which the next two budget levels begin. */
const BUDGET_STEPS = [1, 3] as const;

function budgetChanges({ budget }: Facts, settings: Settings): Change[] {
  const { amount, currency } = settings.typicalDeal;
  const ratio = budget.stated && !budget.isPerUnit ? budgetRatio(budget, settings) : 0;
  return BUDGET_STEPS.filter((step) => ratio < step).map((step) => {
    const money = `${formatAmount(amount * step)} ${currency}`;
    return {
      code: `budget-${step}`,
      text: `they have a budget of ${money} or more`,
      ask: budget.stated || step > 1 ? null : 'the budget',
      apply: (lead: Lead): Lead => ({ ...lead, budget: money }),
    };
  });
}

function messageChanges({ reading: { clauses, answers } }: Facts): Change[] {
  const changes: Change[] = [];
  const obstacle = answers.way.value > 0 ? clauses[answers.way.clause] : undefined;
  if (obstacle?.question === null) {
    changes.push({
      code: 'way',
      text: `what is in the way is settled (“${shorten(obstacle.text)}”)`,
      ask: null,
      apply: (lead) => ({ ...lead, message: lead.message.replace(obstacle.text, ' ').trim() }),
    });
  }
  if (answers.decided.value < 2) {
    changes.push({
      code: 'decided',
      text: 'they confirm that they are ready to order',
      ask: null,
      apply: (lead) => ({ ...lead, message: `${lead.message} ${READY}`.trim() }),
    });
  }
  return changes;
}

const READY = 'The budget is approved and we are ready to sign the contract.';
