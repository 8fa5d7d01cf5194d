// Describes every setting in plain English: its name, its range and the reason behind its default. The dashboard, the
// API and the documentation all show these texts. docs/evaluation.md has the figures behind the defaults.

import { type Ask, OTHER_ASKS, type OtherAsk, type Question, type SaleAsk } from './reading/questions.ts';
import { ASK_NAMES, nameAnswer } from './worth/answers.ts';

export interface SettingGuide {
  /** Where it is in the settings, such as `answers.what.present`. */
  readonly path: string;
  readonly label: string;
  /** The reason behind the default. */
  readonly why: string;
  readonly min: number;
  readonly max: number;
}

export interface SettingGroup {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly settings: readonly SettingGuide[];
}

type Entry = readonly [name: string, label: string, why: string, min?: number, max?: number];

const list = (group: string, min: number, max: number, entries: readonly Entry[]): SettingGuide[] =>
  entries.map(([name, label, why, ownMin = min, ownMax = max]) => ({
    path: group === '' ? name : `${group}.${name}`,
    label,
    why,
    min: ownMin,
    max: ownMax,
  }));

const asks = (reasons: Readonly<Partial<Record<Ask, string>>>): SettingGuide[] =>
  list(
    'asks',
    0,
    100,
    Object.entries(reasons).map(([ask, why]) => [ask, ASK_NAMES[ask as Ask], why]),
  );

/** Two settings: for the answer 1 and for the answer 2. They are called what the reasons of a score call them. */
const answer = (question: Question, present: string, strong: string): SettingGuide[] => {
  const isAgainst = question === 'way';
  return list(`answers.${question}`, isAgainst ? -100 : 0, isAgainst ? 0 : 100, [
    ['present', nameAnswer(question, 1), present],
    ['strong', nameAnswer(question, 2), strong],
  ]);
};

const SALES: Readonly<Record<SaleAsk, string>> = {
  emergency: 'Buys from the first one to answer',
  order: 'Ready to buy; what is missing can be asked',
  demo: 'Gives you their time',
  quote: 'Has a job or a product in mind',
  book: 'Gives you their time',
  call: 'Wants to talk, so somebody will pick up',
  price: 'A clear question; half of them only compare',
  availability: 'The question the order depends on',
  interest: 'Names a need but asks for nothing',
  info: 'Wants to read first',
  none: 'Nothing to go on yet',
};

const OTHERS: Readonly<Record<OtherAsk, string>> = {
  support: 'Belongs to another team',
  reschedule: 'Belongs to another team',
  complaint: 'Belongs to another team, and soon',
  study: 'Asks for school or for an article',
  partner: 'May be worth something, but not as a sale',
  press: 'Wants attention, not an offer',
  leave: 'Bought elsewhere or gave up',
  donation: 'Wants money, not an offer',
  pitch: 'Wants to sell to you',
  job: 'Belongs to another team',
  scam: 'Not worth anyone’s time',
  fake: 'Nobody to call',
};

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'grades',
    label: 'Grades',
    about: 'The score from which a lead gets each grade. Everything below Cool is Cold.',
    settings: list('grades', 1, 100, [
      ['hot', 'Hot from', 'Call now: few enough that each can be called within an hour'],
      ['warm', 'Warm from', 'Call today: a clear request for something concrete'],
      ['cool', 'Cool from', 'Worth a reply'],
    ]),
  },
  {
    id: 'typicalDeal',
    label: 'Typical deal',
    about:
      'Budgets are compared with this. Unless you set it here, it is the typical deal set under Business.',
    settings: list('typicalDeal', 0, 1e12, [['amount', 'Amount', 'A common size of a first order']]),
  },
  {
    id: 'asks',
    label: 'What they ask for',
    about: 'What a lead is worth by the strongest thing it asks for. Everything else is added to this.',
    settings: asks(SALES),
  },
  {
    id: 'answers',
    label: 'What they say',
    about: 'What a lead says about its case. Each counts once. What it doesn’t say costs nothing.',
    settings: [
      ...answer('what', 'A product or a service', 'Quantity, size, model, place or dates: enough to act on'),
      ...answer('when', 'Within about half a year', 'Within two weeks, or a fixed date'),
      ...answer('who', 'An organisation, or the owner of the thing', 'Somebody who can say yes'),
      ...answer(
        'decided',
        'Compares offers, has plans or was recommended',
        'Approved, chosen, or paying now',
      ),
      ...answer('happened', 'Moving, growing, a contract that ends', 'Broken, unsafe, or a legal date'),
      ...answer('way', 'Undecided, waiting, or has to ask somebody', 'No hurry, no money or no say'),
    ],
  },
  {
    id: 'contact',
    label: 'Contact details',
    about: 'A phone number decides how to reach somebody, hardly how good the lead is.',
    settings: list('contact', -100, 0, [
      ['phone', 'Phone number', 'Faster to reach', 0, 100],
      ['disposableEmail', 'Disposable email', 'Chosen to get past the form'],
      ['unreachable', 'Cannot be reached', 'Neither a working email nor a phone number'],
    ]),
  },
  {
    id: 'budget',
    label: 'Budget',
    about: 'The size of the budget compared with the typical deal. A larger budget is never worth less.',
    settings: list('budget', 0, 100, [
      ['huge', '10 typical deals or more', 'Budgets earn little, because sellers state large ones, too'],
      ['large', '3 typical deals or more', 'Worth more attention than a typical deal'],
      ['typical', 'A typical deal or more', 'Can afford what you sell'],
      ['fair', 'A third of a typical deal or more', 'Often grows'],
      ['small', 'A twelfth of a typical deal or more', 'A start'],
      ['tiny', 'Less', 'Says nothing against them'],
    ]),
  },
  {
    id: 'source',
    label: 'Source',
    about: 'How leads from each channel usually turn out.',
    settings: list('source', -100, 100, [
      ['returning', 'Source: returning customer', 'Bought before'],
      ['referral', 'Referral', 'Sent by someone they trust'],
      ['partner', 'Partner', 'Somebody has qualified them'],
      ['highIntentPage', 'Quote or demo page', 'Came to ask for an offer'],
      ['search', 'Search', 'Was looking for it'],
      ['chat', 'Phone or chat', 'Took the time to talk'],
      ['event', 'Event', 'Met you, but often only collected brochures'],
      ['content', 'Content or email campaign', 'Reads about it'],
      ['marketplace', 'Marketplace', 'Compares providers'],
      ['website', 'Website', 'The usual way, so it says nothing'],
      ['professional', 'Business network', 'Curious more often than buying'],
      ['social', 'Social media', 'Curious more often than buying'],
      ['purchased', 'Purchased list', 'Never asked for anything'],
    ]),
  },
  {
    id: 'others',
    label: 'Not a sale',
    about: 'The score of a lead that isn’t a sale. Pitches, spam and fakes are graded Spam as well.',
    settings: [
      ...asks(Object.fromEntries(OTHER_ASKS.map((ask) => [ask, OTHERS[ask]]))),
      ...list('', 0, 100, [
        ['machineText', 'Text addressed to a machine', 'Tries to steer the score: at most this'],
      ]),
      ...list('', -100, 0, [
        ['doubt', 'Perhaps not a sale', 'Probably a sale, but it may be something else'],
      ]),
    ],
  },
  {
    id: 'limits',
    label: 'Limits',
    about: 'How far parts of the score can go.',
    settings: list('', 0, 100, [
      ['aiInfluence', 'Influence of the AI', 'It may correct the rules, but not replace them'],
      ['topFrom', 'Points count for less from', 'So that the best leads can still be ranked', 50, 99],
    ]),
  },
];
