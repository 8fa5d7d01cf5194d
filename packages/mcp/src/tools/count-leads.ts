import { Type } from 'typebox';
import { defineTool } from '../tool.ts';
import { filters, toQuery } from './fields.ts';

const MAX_SOURCES = 10;

type Counted = { readonly value: string; readonly count: number };

const byValue = (counts: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]));

export const countLeads = defineTool({
  name: 'count_leads',
  title: 'Count leads',
  description:
    'How many leads match, in all and by grade, status and source. Use it for “how many hot leads came in this week?”. ' +
    'Above 1,000, counts are a minimum.',
  input: Type.Object(filters, { additionalProperties: false }),
  effect: 'read',
  run: async ({ leads }, given, options) => {
    const { total, grades, statuses, sources, is_capped } = await leads.count(toQuery(given), options);
    return {
      total: total.count,
      is_minimum: total.is_capped || is_capped,
      grades: byValue(grades),
      statuses: byValue(statuses),
      // A source is a text of its own, never the name of a field.
      sources: sources.slice(0, MAX_SOURCES).map(({ value, count }) => ({ source: value || 'none', count })),
    };
  },
});
