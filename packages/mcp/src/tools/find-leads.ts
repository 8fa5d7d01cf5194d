import { Type } from 'typebox';
import { factsFor } from '../account-facts.ts';
import { own } from '../data-marks.ts';
import { showListed } from '../show-lead.ts';
import { defineTool } from '../tool.ts';
import { filters, MAX_PAGE, toQuery } from './fields.ts';

export const findLeads = defineTool({
  name: 'find_leads',
  title: 'Find leads',
  description:
    'Searches all leads, open or decided, and returns their IDs. Use it to look up a lead that the user names ' +
    '(“the Henderson lead”: text = Henderson) before you read or change it, or to list leads by grade, status, source or time. ' +
    'Not for whom to call first (who_to_call_next) or for how many there are (count_leads).',
  input: Type.Object(
    {
      ...filters,
      sort: Type.Optional(
        Type.Enum(['newest', 'oldest', 'score', 'closed'], {
          type: 'string',
          default: 'newest',
          description:
            '`score`: highest first. `closed`: only won and lost leads, the last to be decided first.',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 10 })),
      cursor: Type.Optional(
        Type.String({ maxLength: 1_000, description: 'next_cursor of the page before, for the next page.' }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'read',
  run: async (leadline, { sort, limit = 10, cursor, ...given }, options) => {
    const page = await leadline.leads.list({ ...toQuery(given), sort, limit, cursor }, options).firstPage();
    const mentions = page.items.map(({ assignee, decided }) => ({ assignee, amount: decided?.amount }));
    const facts = await factsFor(leadline, mentions, options);
    return {
      found: page.items.length,
      leads: page.items.map((lead) => showListed(lead, facts)),
      next_cursor: page.cursor === null ? null : own(page.cursor),
    };
  },
});
