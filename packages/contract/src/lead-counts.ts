// How many leads there are on each tab of the inbox and for each value of a filter.

import { type Static, Type } from 'typebox';

const Count = Type.Object({
  count: Type.Integer(),
  is_capped: Type.Boolean({ description: 'There may be more than `count`.' }),
});
export type Count = Static<typeof Count>;

const facet = (value: string) =>
  Type.Array(Type.Object({ value: Type.String({ description: value }), count: Type.Integer() }), {
    description: 'The most common 100, most common first.',
  });

export const LeadCounts = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      total: Count,
      tabs: Type.Object(
        {
          todo: Count,
          in_progress: Count,
          snoozed: Count,
          won: Count,
          lost: Count,
          unqualified: Count,
          spam: Count,
          all: Count,
        },
        { description: 'With all filters except `work`, `status` and `outcome`.' },
      ),
      sources: facet('A source; empty for leads without one.'),
      assignees: facet('`user_…`, or `none`.'),
      statuses: facet('A status.'),
      countries: facet('ISO 3166 code. Leads without a known country are not counted.'),
      grades: facet('A grade. Of the to-do list, Spam is what it has if asked for.'),
      counted: Type.Integer({
        description:
          'From how many of the newest matching leads the values are counted, except those of filters that are set.',
      }),
      is_capped: Type.Boolean({ description: 'There may be more leads than were counted.' }),
    }),
  },
  {
    title: 'LeadCounts',
    description:
      'Each filter is counted as if it were not set, so that its other values can be offered. Counts are exact if up to 1,000 leads match. If more do, counts are of the newest leads; without filters, those of tabs still are exact up to 1,000.',
  },
);
export type LeadCounts = Static<typeof LeadCounts>;
