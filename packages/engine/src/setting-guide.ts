// Describes every setting in plain English: its name, its range and the reason behind its default. The dashboard, the
// API and the documentation all show these texts. docs/evaluation.md has the figures behind the defaults.

import type { WeighedConcept } from './settings.ts';
import { nameConcept } from './signals/concepts.ts';

export interface SettingGuide {
  /** Where it is in the settings, such as `concepts.need.present`. */
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

/** Two settings: when the lead shows the concept, and when it shows it strongly. They are called what the reasons of a
 * score call them. */
const concept = (name: WeighedConcept, present: string, strong: string, isAgainst = false): SettingGuide[] =>
  list(`concepts.${name}`, isAgainst ? -100 : 0, isAgainst ? 0 : 100, [
    ['present', nameConcept(name, 1), present],
    ['strong', nameStrong(name), strong],
  ]);

/** Some concepts have one name for both. */
function nameStrong(concept: WeighedConcept): string {
  const name = nameConcept(concept, 2);
  return name === nameConcept(concept, 1) ? `${name}, strong` : name;
}

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'grades',
    label: 'Grades',
    about: 'The score from which a lead gets each grade. Everything below Cool is Cold.',
    settings: list('grades', 1, 100, [
      ['hot', 'Hot from', 'Few enough leads that each can be called within an hour'],
      ['warm', 'Warm from', 'A clear need and a way to reach them'],
      ['cool', 'Cool from', 'Can be reached, but says little'],
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
    id: 'buying',
    label: 'Signs of a sale',
    about: 'What the lead says in its message and answers. Each counts once, at its strongest.',
    settings: [
      ...concept(
        'committed',
        'They plan to buy: the strongest thing a buyer can say',
        'Approved, decided, deposit ready or chose you',
      ),
      ...concept(
        'trigger',
        'Something happened that makes them look now',
        'It broke, the lease ends, the supplier is gone',
      ),
      ...concept(
        'urgent',
        'People who want it soon buy from those who answer first',
        'Today, or an emergency',
      ),
      ...concept(
        'scope',
        'Quantities, sizes, a specification: what you need to quote',
        'Enough detail to quote without asking',
      ),
      ...concept('need', 'Says what they want; most leads do', 'A clear, complete need'),
      ...concept('stakes', 'They say what happens otherwise', 'High stakes make a decision likely'),
      ...concept('next-step', 'Asks for a price or quote', 'Asks for a visit, a demo or a contract'),
      ...concept('call', 'Says how to reach them', 'Asks for a call, so somebody will pick up'),
      ...concept('deadline', 'Gives a date', 'Within two weeks, or a fixed date'),
      ...concept('returning', 'They know you, so less can go wrong', 'An active customer who wants more'),
      ...concept(
        'authority',
        'Has a say in the decision',
        'The decision maker; many good leads come from assistants, so it counts little',
      ),
      ...concept('referred', 'Sent by someone', 'Recommended by a customer'),
      ...concept('switching', 'Names the provider they have, which shows a budget', 'Wants to leave it'),
      ...concept('can-you', 'Asks whether you can do a specific thing', 'The question the order depends on'),
      ...concept(
        'comparing',
        'Looks at several offers: serious, but not yet yours',
        'Already has other offers',
      ),
      ...concept(
        'filled-form',
        'Three answers about their own case, so that a form without a message can be an inquiry',
        'Five or more',
      ),
      ...list('', 0, 100, [
        ['emergency', 'Emergency', 'A trigger, urgency and something at stake together: call first'],
      ]),
    ],
  },
  {
    id: 'against',
    label: 'Signs against a sale',
    about: 'What makes a deal less likely. These can only subtract points.',
    settings: [
      ...concept('not-ready', 'Undecided, or waiting for someone', 'Not now', true),
      ...concept('information', 'Only asks for information', 'Just browsing', true),
      ...concept('no-money', 'Hopes to pay little', 'Says they can’t pay', true),
      ...list('', -100, 0, [
        [
          'contradiction',
          'Contradiction',
          'Ticked “immediately” but writes that there is no project: ticked to get through the form',
        ],
        ['doubt', 'Possibly not a sale', 'Probably a pitch or a support request, but not certain'],
      ]),
    ],
  },
  {
    id: 'contact',
    label: 'Contact details',
    about: 'Whether the lead can be reached, and how.',
    settings: list('contact', -100, 100, [
      ['reachable', 'Real contact details', 'Everything else builds on this'],
      [
        'businessEmail',
        'Email at their own domain',
        'A business, though many good customers write privately',
      ],
      ['roleEmail', 'Shared business mailbox', 'A business, but nobody’s own mailbox'],
      ['freeEmail', 'Personal email', 'Many good customers write from a personal address', 0],
      ['unusualDomain', 'Unusual domain ending', 'Mostly used by spam'],
      ['disposableEmail', 'Disposable email', 'Chosen to get past the form'],
      ['validPhone', 'Valid phone number', 'A call turns a lead into a conversation'],
      ['localPhone', 'Phone number without country code', 'Can be called by those who know the country'],
      ['unverifiedPhone', 'Phone number not verified', 'Probably works', 0],
      ['invalidPhone', 'Invalid phone number', 'Chosen to get past the form'],
      ['name', 'Gave a name', 'Names earn nothing, so that nobody’s name counts against them', 0],
      ['agreement', 'Phone and email from the same country', 'The parts agree', 0],
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
      ['unclear', 'No amount in the budget field', '“Depends” says nothing', -100],
    ]),
  },
  {
    id: 'source',
    label: 'Source',
    about: 'How leads from each channel usually turn out.',
    settings: list('source', -100, 100, [
      ['returning', 'Source: returning customer', 'Bought before'],
      ['referral', 'Referral', 'Sent by someone they trust'],
      ['search', 'Search', 'Was looking for it'],
      ['chat', 'Phone or chat', 'Took the time to talk'],
      ['partner', 'Partner', 'Somebody has qualified them'],
      ['highIntentPage', 'Quote or demo page', 'Came to ask for an offer'],
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
    id: 'companySize',
    label: 'Company size',
    about: 'From the answers of a form.',
    settings: list('companySize', -100, 100, [
      ['large', '250 people or more', 'Larger orders, but slower decisions'],
      ['medium', '50 to 249 people', 'Enough people to need more than one'],
      ['small', '5 to 49 people', 'A business with a team'],
      ['tiny', 'Fewer than 5 people', 'Says nothing against them'],
    ]),
  },
  {
    id: 'caps',
    label: 'Not a sale',
    about: 'The highest score of a lead that isn’t a sale. Pitches, spam and fakes are graded Spam as well.',
    settings: list('caps', 0, 100, [
      ['no-need', 'No need of their own', 'Asks for somebody else, or for school'],
      ['support', 'Support or admin request', 'Belongs to another team'],
      ['gone', 'No longer looking', 'Bought elsewhere or gave up'],
      ['donation', 'Asks for a donation', 'Wants money, not an offer'],
      ['pitch', 'Vendor pitch', 'Wants to sell to you'],
      ['job', 'Looking for a job', 'Belongs to another team'],
      ['scam', 'Spam or scam', 'Not worth anyone’s time'],
      ['fake', 'Test or nonsense entry', 'Nobody to call'],
      ['machine-text', 'Text addressed to a machine', 'Tries to manipulate the score'],
    ]),
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
