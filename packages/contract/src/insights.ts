// How leads of a time were scored, and what became of them.

import { type Static, Type } from 'typebox';
import { Moment, Nullable } from './common.ts';

const Count = Type.Integer({ minimum: 0 });
const Grades = Type.Object({ Hot: Count, Warm: Count, Cool: Count, Cold: Count, Spam: Count });

/** How many of those decided were won, and between what bounds the true rate lies (Wilson, 95 %). */
const WinRate = Type.Object({
  won: Count,
  lost: Count,
  rate: Nullable(Type.Number({ description: 'Of those decided, 0 to 1; null while none is.' })),
  low: Nullable(Type.Number({ description: 'The true rate is hardly lower (Wilson, 95 %).' })),
  high: Nullable(Type.Number({ description: 'Nor hardly higher.' })),
});
export type WinRate = Static<typeof WinRate>;

export const InsightsQuery = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Received at this moment or later.' }),
    to: Type.String({
      format: 'date-time',
      description: 'Received before this moment; at most three years after `from`.',
    }),
  },
  { additionalProperties: false },
);
export type InsightsQuery = Static<typeof InsightsQuery>;

export const InsightsResult = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      from: Moment,
      to: Moment,
      leads: Count,
      open: Count,
      grades: Grades,
      scores: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer(), leads: Count }), {
        description: 'Ten ranges of ten points, `to` included; the last one holds 100 as well.',
      }),
      over_time: Type.Array(Type.Object({ at: Moment, grades: Grades }), {
        description:
          'By day (UTC); by week, from Monday on, where the time is 120 days or longer. `at` is where the day or the ' +
          'week begins, which may be before `from`. Days and weeks without leads are there too.',
      }),
      unit: Type.Enum(['day', 'week']),
      sources: Type.Array(
        Type.Object({
          source: Nullable(
            Type.String({ description: 'Empty for leads without one; null for all the rest together.' }),
          ),
          leads: Count,
          hot: Count,
          win: WinRate,
        }),
        { description: 'The 20 with most leads, then the rest together.' },
      ),
      by_grade: Type.Array(
        Type.Object({
          grade: Type.Enum(['Hot', 'Warm', 'Cool', 'Cold', 'Spam']),
          leads: Count,
          open: Count,
          win: WinRate,
        }),
      ),
      speed: Type.Object(
        {
          decided: Type.Integer({
            minimum: 0,
            description:
              'Those won or lost at a known moment after they came in; an imported outcome may have none.',
          }),
          median_hours: Nullable(Type.Number({ description: 'Null while none is decided.' })),
          ranges: Type.Array(Type.Object({ label: Type.String(), won: Count, lost: Count }), {
            description: 'Under an hour, a day, three days, a week, a month of 30 days, longer.',
          }),
        },
        { description: 'How long it took from the lead to its outcome.' },
      ),
    }),
  },
  { title: 'InsightsResult' },
);
export type InsightsResult = Static<typeof InsightsResult>;
export type Insights = InsightsResult['data'];
