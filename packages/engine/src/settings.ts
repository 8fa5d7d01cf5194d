// An account's settings: what each thing is worth and where the grades begin. Data, so that they can
// be stored, versioned and replayed. Why each default is what it is: docs/scoring.md.

export interface Settings {
  /** Names these settings in a stored score, so that it can be replayed. */
  readonly version: string;
  readonly typicalDeal: { readonly amount: number; readonly currency: string };
  readonly grades: { readonly hot: number; readonly warm: number; readonly cool: number };
  readonly contact: Points<
    | 'businessEmail'
    | 'roleEmail'
    | 'unusualDomain'
    | 'freeEmail'
    | 'disposableEmail'
    | 'validPhone'
    | 'unverifiedPhone'
    | 'name'
    | 'agreement'
  >;
  /** By how many times the typical deal the budget is. */
  readonly budget: Points<'large' | 'typical' | 'fair' | 'small' | 'tiny' | 'statedUnclear'>;
  readonly inquiry: Points<
    | 'message'
    | 'detail'
    | 'richDetail'
    | 'figures'
    | 'manyFigures'
    | 'ready'
    | 'approved'
    | 'urgent'
    | 'broken'
    | 'deadline'
    | 'need'
    | 'askQuote'
    | 'askMeeting'
    | 'callMe'
    | 'replace'
    | 'decides'
    | 'comparing'
    | 'selfDescribed'
    | 'hedge'
    | 'strongHedge'
    | 'later'
    | 'noProject'
    | 'information'
    | 'noMoney'
    | 'study'
    | 'press'
  >;
  readonly source: Points<
    | 'referral'
    | 'returning'
    | 'highIntentPage'
    | 'partner'
    | 'event'
    | 'search'
    | 'website'
    | 'chat'
    | 'professional'
    | 'content'
    | 'marketplace'
    | 'social'
    | 'purchased'
  >;
  readonly answers: Points<
    | 'timelineNow'
    | 'timelineSoon'
    | 'timelineLater'
    | 'timelineFar'
    | 'timelineUndecided'
    | 'authorityDecides'
    | 'authorityInfluences'
    | 'authorityNone'
    | 'sizeLarge'
    | 'sizeMedium'
    | 'sizeSmall'
    | 'sizeTiny'
    | 'roleExecutive'
    | 'roleManager'
    | 'roleStaff'
    | 'roleAdvisor'
    | 'roleStudent'
    | 'goalBuy'
    | 'goalImprove'
    | 'goalExplore'
    | 'goalOther'
  >;
  readonly caps: {
    readonly inquiry: number;
    readonly answers: number;
    /** The most that AI may add or take. */
    readonly intent: number;
    /** What a score may exceed twice its smaller groups by: no score rests on one group alone. */
    readonly oneGroup: number;
  };
  /** Risk controls: a lead of this kind scores this at most. */
  readonly holds: Points<'spam' | 'jobSeeker' | 'support' | 'machineText' | 'notInterested'>;
  readonly contradiction: number;
  /** What a score says of closing until the account's own outcomes say it better; highest first. */
  readonly closing: readonly {
    readonly from: number;
    readonly band: string;
    readonly low: number;
    readonly high: number;
  }[];
}

type Points<Name extends string> = Readonly<Record<Name, number>>;

export const DEFAULT_SETTINGS: Settings = {
  version: 'default-1',
  typicalDeal: { amount: 5_000, currency: 'USD' },
  grades: { hot: 80, warm: 60, cool: 40 },
  contact: {
    businessEmail: 8,
    roleEmail: 7,
    unusualDomain: 3,
    freeEmail: 4,
    disposableEmail: -6,
    validPhone: 8,
    unverifiedPhone: 5,
    name: 2,
    agreement: 2,
  },
  budget: { large: 18, typical: 15, fair: 10, small: 5, tiny: 2, statedUnclear: 0 },
  inquiry: {
    message: 6,
    detail: 3,
    richDetail: 6,
    figures: 3,
    manyFigures: 5,
    ready: 11,
    approved: 8,
    urgent: 6,
    broken: 6,
    deadline: 4,
    need: 3,
    askQuote: 3,
    askMeeting: 4,
    callMe: 5,
    replace: 3,
    decides: 5,
    comparing: 3,
    selfDescribed: 2,
    hedge: -6,
    strongHedge: -10,
    later: -5,
    noProject: -10,
    information: -3,
    noMoney: -8,
    study: -16,
    press: -12,
  },
  source: {
    referral: 6,
    returning: 5,
    highIntentPage: 5,
    partner: 4,
    event: 3,
    search: 3,
    website: 3,
    chat: 3,
    professional: 2,
    content: 1,
    marketplace: 2,
    social: 0,
    purchased: -4,
  },
  answers: {
    timelineNow: 10,
    timelineSoon: 7,
    timelineLater: 0,
    timelineFar: -5,
    timelineUndecided: -5,
    authorityDecides: 6,
    authorityInfluences: 3,
    authorityNone: -4,
    sizeLarge: 4,
    sizeMedium: 3,
    sizeSmall: 2,
    sizeTiny: 0,
    roleExecutive: 5,
    roleManager: 3,
    roleStaff: 1,
    roleAdvisor: 0,
    roleStudent: -12,
    goalBuy: 6,
    goalImprove: 4,
    goalExplore: -6,
    goalOther: -8,
  },
  caps: { inquiry: 42, answers: 28, intent: 10, oneGroup: 25 },
  holds: { spam: 5, jobSeeker: 12, support: 30, machineText: 20, notInterested: 10 },
  contradiction: -8,
  closing: [
    { from: 80, band: 'High', low: 40, high: 60 },
    { from: 60, band: 'Medium', low: 20, high: 40 },
    { from: 40, band: 'Low', low: 8, high: 20 },
    { from: 0, band: 'Very low', low: 1, high: 8 },
  ],
};
