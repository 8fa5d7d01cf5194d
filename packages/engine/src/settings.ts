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
    | 'localPhone'
    | 'unverifiedPhone'
    | 'invalidPhone'
    | 'name'
    | 'agreement'
  >;
  /** By how many times the typical deal the budget is. */
  readonly budget: Points<'huge' | 'large' | 'typical' | 'fair' | 'small' | 'tiny' | 'unclear'>;
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
    /** The most that the words of a message may add, and take. */
    readonly words: number;
    /** The most that AI may add or take. */
    readonly intent: number;
    /** What a score may exceed twice its smaller groups by: no score rests on one group alone. */
    readonly oneGroup: number;
  };
  /** Risk controls: a lead of this kind scores this at most. */
  readonly holds: Points<'spam' | 'doubtful' | 'jobSeeker' | 'support' | 'machineText' | 'notInterested'>;
  /** From how many percent on a message is taken for junk: surely, or likely enough to hold it. */
  readonly junk: {
    readonly sure: number;
    readonly likely: number;
    /** What full certainty would cost; a doubt costs its share. */
    readonly penalty: number;
  };
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
  version: 'default-2',
  typicalDeal: { amount: 5_000, currency: 'USD' },
  grades: { hot: 80, warm: 60, cool: 40 },
  contact: {
    businessEmail: 8,
    roleEmail: 7,
    freeEmail: 6,
    unusualDomain: 1,
    disposableEmail: -6,
    validPhone: 8,
    localPhone: 8,
    unverifiedPhone: 6,
    invalidPhone: -4,
    name: 1,
    agreement: 1,
  },
  budget: { huge: 12, large: 10, typical: 8, fair: 6, small: 3, tiny: 0, unclear: 0 },
  inquiry: {
    message: 28,
    detail: 1,
    richDetail: 3,
    figures: 2,
    manyFigures: 4,
    ready: 7,
    approved: 5,
    broken: 5,
    urgent: 3,
    deadline: 3,
    decides: 4,
    need: 2,
    replace: 3,
    comparing: 2,
    callMe: 5,
    askMeeting: 3,
    askQuote: 2,
    selfDescribed: 1,
    hedge: -1,
    strongHedge: -3,
    later: -2,
    noProject: -7,
    information: -1,
    noMoney: -8,
    study: -10,
    press: -10,
  },
  source: {
    referral: 6,
    returning: 5,
    highIntentPage: 3,
    partner: 4,
    event: 3,
    search: 3,
    website: 1,
    chat: 4,
    professional: 2,
    content: 1,
    marketplace: 2,
    social: 1,
    purchased: -4,
  },
  answers: {
    timelineNow: 5,
    timelineSoon: 4,
    timelineLater: 0,
    timelineFar: -3,
    timelineUndecided: -3,
    authorityDecides: 3,
    authorityInfluences: 2,
    authorityNone: -2,
    sizeLarge: 2,
    sizeMedium: 2,
    sizeSmall: 1,
    sizeTiny: 0,
    roleExecutive: 3,
    roleManager: 2,
    roleStaff: 1,
    roleAdvisor: 0,
    roleStudent: -8,
    goalBuy: 3,
    goalImprove: 2,
    goalExplore: -3,
    goalOther: -6,
  },
  caps: { inquiry: 75, answers: 30, words: 50, intent: 20, oneGroup: 55 },
  holds: { spam: 5, doubtful: 35, jobSeeker: 12, support: 30, machineText: 0, notInterested: 10 },
  junk: { sure: 90, likely: 65, penalty: 45 },
  contradiction: -8,
  closing: [
    { from: 80, band: 'High', low: 40, high: 60 },
    { from: 60, band: 'Medium', low: 20, high: 40 },
    { from: 40, band: 'Low', low: 8, high: 20 },
    { from: 0, band: 'Very low', low: 1, high: 8 },
  ],
};
