// Insights: scores and outcomes of the leads received in a given period.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';

const Count = Type.Integer({ minimum: 0 });
const Hours = Nullable(
  Type.Number({
    description:
      'Null if there are none. With many leads, off by up to 9%: times are counted in narrow ranges.',
  }),
);
const Revenue = Type.Number({
  minimum: 0,
  description: 'The amounts of won leads, in `currency`. Wins without an amount add nothing.',
});
const Grades = Type.Object({ Hot: Count, Warm: Count, Cool: Count, Cold: Count, Spam: Count });

/** Won leads as a share of all leads won or lost, with a 95% confidence interval (Wilson). */
const WinRate = Type.Object(
  {
    won: Count,
    lost: Count,
    rate: Nullable(
      Type.Number({ description: 'Won leads among those won or lost, from 0 to 1; null if there are none.' }),
    ),
    low: Nullable(Type.Number({ description: 'Lower bound of the 95% confidence interval (Wilson).' })),
    high: Nullable(Type.Number({ description: 'Upper bound of the 95% confidence interval (Wilson).' })),
  },
  { description: 'Leaves out leads graded Spam, except in the entry for that grade.' },
);
export type WinRate = Static<typeof WinRate>;

export const InsightsQuery = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Only leads received at or after this time.' }),
    to: Type.String({
      format: 'date-time',
      description: 'Only leads received before this time; up to three years after `from`.',
    }),
  },
  { additionalProperties: false },
);
export type InsightsQuery = Static<typeof InsightsQuery>;

export const LostReasonsResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      reasons: Type.Array(Type.Object({ reason: Type.String(), leads: Count }), {
        description: 'Those of the account’s profile, most common first.',
      }),
      other: Type.Integer({ minimum: 0, description: 'Leads with a reason that is not listed.' }),
      none: Type.Integer({ minimum: 0, description: 'Leads without a reason.' }),
      counted: Type.Integer({ minimum: 0, description: 'Lost leads received in the period, without spam.' }),
      is_capped: Type.Boolean({ description: 'There may be older lost leads that were not counted.' }),
    }),
  },
  { title: 'LostReasonsResult' },
);
export type LostReasonsResult = Static<typeof LostReasonsResult>;
export type LostReasons = LostReasonsResult['data'];

export const InsightsResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      from: Moment,
      to: Moment,
      time_zone: Type.String({
        description: 'Of the account’s profile; the days and weeks below are in it.',
      }),
      leads: Count,
      open: Count,
      win: WinRate,
      revenue: Revenue,
      currency: Type.String({ description: 'Of the account’s profile, ISO 4217.' }),
      grades: Grades,
      scores: Type.Array(
        Type.Object({
          from: Type.Integer(),
          to: Type.Integer(),
          leads: Count,
          spam: Type.Integer({ minimum: 0, description: 'How many of them are graded Spam.' }),
        }),
        { description: 'Ten ranges of ten points, including `to`; the last one also includes 100.' },
      ),
      over_time: Type.Array(Type.Object({ at: Moment, grades: Grades }), {
        description:
          'By day, or by week starting on Monday for periods of 120 days or more. `at` is the start of the day or ' +
          'week and may be before `from`. Days and weeks without leads are included.',
      }),
      unit: Type.Enum(['day', 'week']),
      sources: Type.Array(
        Type.Object({
          source: Nullable(
            Type.String({ description: 'Empty for leads without a source; null for all remaining sources.' }),
          ),
          spellings: Type.Array(Type.String(), {
            description:
              'All spellings counted here, which differ only in upper and lower case; `source` is the most common. ' +
              'Filter leads by all of them: `source=Google&source=google`.',
          }),
          leads: Count,
          hot: Count,
          spam: Count,
          win: WinRate,
          revenue: Revenue,
          previous: Type.Object(
            { leads: Count, win: WinRate, revenue: Revenue },
            { description: 'The same source in the period of `previous`.' },
          ),
        }),
        {
          description:
            'The 20 sources with the most leads, then all remaining ones as one entry. Of each day, or week if `unit` is ' +
            'week, only the 1,000 most common sources are kept apart.',
        },
      ),
      by_grade: Type.Array(
        Type.Object({
          grade: Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam']),
          leads: Count,
          open: Count,
          win: WinRate,
          revenue: Revenue,
        }),
      ),
      contact: Type.Object(
        {
          contacted: Count,
          median_hours: Hours,
          ranges: Type.Array(
            Type.Object({
              label: Type.String(),
              is_contacted: Type.Boolean({ description: 'False for leads without a recorded contact.' }),
              leads: Count,
              win: WinRate,
            }),
            { description: 'Under an hour, 4 hours, a day, three days, longer, and no contact.' },
          ),
        },
        {
          description:
            'Time from receiving a lead to the first contact, around the clock. A lead counts as contacted when its ' +
            'status first changes from new, at the latest when its outcome is recorded. Without Spam.',
        },
      ),
      by_rep: Type.Array(
        Type.Object({
          user_id: Nullable(Type.String({ description: '`user_…`; null for leads assigned to nobody.' })),
          name: Nullable(Type.String({ description: 'Null for nobody and for people who have left.' })),
          leads: Count,
          contacted: Count,
          median_contact_hours: Hours,
          win: WinRate,
          revenue: Revenue,
        }),
        {
          description:
            'By current assignee: up to 100 with the most leads, then those assigned to nobody. Without Spam. A person ' +
            'who leaves keeps the leads that were won or lost.',
        },
      ),
      previous: Type.Object(
        {
          from: Moment,
          to: Moment,
          leads: Count,
          hot: Count,
          spam: Count,
          win: WinRate,
          revenue: Revenue,
          contacted: Count,
          median_contact_hours: Hours,
        },
        {
          description:
            'The period just before, for comparison. It is as long as the part of the period that has passed.',
        },
      ),
      speed: Type.Object(
        {
          decided: Type.Integer({
            minimum: 0,
            description:
              'Leads won or lost at a known time after they were received. Imported outcomes may have no time.',
          }),
          median_hours: Hours,
          ranges: Type.Array(Type.Object({ label: Type.String(), won: Count, lost: Count }), {
            description: 'Under an hour, a day, three days, a week, 30 days, and longer.',
          }),
        },
        { description: 'Time from receiving a lead to its outcome.' },
      ),
    }),
  },
  { title: 'InsightsResult' },
);
export type InsightsResult = Static<typeof InsightsResult>;
export type Insights = InsightsResult['data'];
