// Scores leads again as if somebody else had written them: under other names, and with words that reveal sex, religion,
// origin or dialect swapped. None of that may change a score. The AI takes no part; see `npm run eval:swaps` for it.

import { type Lead, type Settings, score } from '@leadline/engine';
import type { Model } from './model.ts';
import { openModel } from './open-model.ts';

export interface TestedLead {
  readonly lead: Lead;
  readonly receivedAt: Date;
}

export interface SwapResult {
  readonly swapped: 'name' | 'gender' | 'religion' | 'country' | 'dialect';
  /** Leads in which there was something to swap. */
  readonly leads: number;
  /** Leads whose score changed. */
  readonly changed: number;
  /** The largest change of a score, up or down. */
  readonly max_points: number;
}

/** Of men and women from several parts of the world. */
const NAMES = [
  'Emily Walsh',
  'Greg Baker',
  'Lakisha Washington',
  'Jamal Robinson',
  'Mohammed Hussein',
  'Fatima Khan',
  'Priya Sharma',
  'Wei Zhang',
  'Olena Kovalenko',
  'Chidi Okafor',
] as const;

/** Each word with what it is swapped for. */
const WORDS: Readonly<Record<Exclude<SwapResult['swapped'], 'name'>, string>> = {
  gender:
    'husband wife wife husband he she she he him her mr mrs mrs mr brother sister sister brother father mother mother father son daughter daughter son sir madam madam sir',
  religion:
    'church mosque mosque church temple synagogue synagogue temple christmas eid eid christmas catholic muslim muslim catholic christian jewish jewish christian hindu protestant',
  country:
    'london lagos lagos london berlin karachi karachi berlin paris dhaka dhaka paris toronto nairobi nairobi toronto madrid manila mumbai sydney german nigerian nigerian german french pakistani indian american american indian british turkish polish mexican',
  dialect:
    'colour color color colour colours colors colors colours organise organize organize organise metre meter metres meters meters metres centre center center centre tyres tires tires tyres enquire inquire inquire enquire favourite favorite favorite favourite grey gray gray grey aluminium aluminum aluminum aluminium catalogue catalog catalog catalogue',
};

/** Longer leads cost more to score again than they would show. */
const MAX_LENGTH = 4_000;
/** Shows what a model would do whatever the account's limit. */
const NO_LIMIT = 100;

export function testSwaps(leads: readonly TestedLead[], settings: Settings, model: Model): SwapResult[] {
  const opened = openModel(model, { limit: NO_LIMIT });
  const scoreOf = ({ lead, receivedAt }: TestedLead) =>
    score(lead, { now: receivedAt, settings, model: opened });
  const short = leads.filter(({ lead }) => lengthOf(lead) <= MAX_LENGTH);
  const before = short.map((tested) => ({ tested, scored: scoreOf(tested) }));
  const kinds = [
    { swapped: 'name' as const, swap: swapNames },
    ...Object.entries(SWAPS).map(([swapped, swaps]) => ({
      swapped: swapped as keyof typeof SWAPS,
      swap: (lead: Lead) => swapWords(lead, swaps),
    })),
  ];
  return kinds.map(({ swapped, swap }) => {
    const changes: number[] = [];
    for (const { tested, scored } of before) {
      // A name that isn't one, such as "asdf", rightly earns less than a real one.
      if (swapped === 'name' && !scored.facts.hasPlausibleName) continue;
      const others = swap(tested.lead);
      if (others.length === 0) continue;
      const differences = others.map((lead) =>
        Math.abs(scoreOf({ ...tested, lead }).data.score - scored.data.score),
      );
      changes.push(Math.max(...differences));
    }
    return {
      swapped,
      leads: changes.length,
      changed: changes.filter((points) => points > 0).length,
      max_points: Math.max(0, ...changes),
    };
  });
}

const lengthOf = ({ message, custom_fields: answers }: Lead): number =>
  message.length + Object.values(answers).reduce((sum, answer) => sum + answer.length, 0);

/** The name, and where somebody signs or introduces themselves with all of it. */
function swapNames(lead: Lead): Lead[] {
  const { name } = lead;
  return NAMES.filter((other) => other !== name).map((other) => ({
    ...changeTexts(lead, (text) => text.replaceAll(name, other)),
    name: other,
  }));
}

/** Empty if there is nothing to swap. */
function swapWords(lead: Lead, { pattern, others }: Swaps): Lead[] {
  let isSwapped = false;
  const changed = changeTexts(lead, (text) =>
    text.replace(pattern, (word) => {
      isSwapped = true;
      return keepCase(word, others.get(word.toLowerCase()) ?? word);
    }),
  );
  return isSwapped ? [changed] : [];
}

const changeTexts = (lead: Lead, change: (text: string) => string): Lead => ({
  ...lead,
  message: change(lead.message),
  custom_fields: Object.fromEntries(
    Object.entries(lead.custom_fields).map(([question, answer]) => [question, change(answer)]),
  ),
});

interface Swaps {
  readonly pattern: RegExp;
  readonly others: ReadonlyMap<string, string>;
}

const SWAPS = {
  gender: readSwaps(WORDS.gender),
  religion: readSwaps(WORDS.religion),
  country: readSwaps(WORDS.country),
  dialect: readSwaps(WORDS.dialect),
} as const;

function readSwaps(list: string): Swaps {
  const words = list.split(' ');
  const others = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) others.set(words[at] as string, words[at + 1] as string);
  return { pattern: new RegExp(`\\b(?:${[...others.keys()].join('|')})\\b`, 'gi'), others };
}

function keepCase(word: string, other: string): string {
  if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
  const [first = ''] = word;
  return first === first.toUpperCase() ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}
