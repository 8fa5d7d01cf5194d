import { Type } from 'typebox';
import { factsFor } from '../account-facts.ts';
import { showToDo } from '../show-lead.ts';
import { defineTool } from '../tool.ts';
import { MAX_PAGE } from './fields.ts';

export const whoToCallNext = defineTool({
  name: 'who_to_call_next',
  title: 'Who to call next',
  description:
    'The open leads to contact next, best first: by `priority`, which is the score less two points for each day since the lead came ' +
    'in, so that old leads nobody has reached don’t stay on top. Each has its score, why it has it and the next step, so no other ' +
    'tool is needed to answer “who should I call first today, and why?”. Includes leads of colleagues: `assignee` is the email of ' +
    'the person who has the lead. Leaves out spam, snoozed leads, and those that somebody has contacted unless they were snoozed ' +
    'until now.',
  input: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 5, description: 'How many leads.' }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'read',
  run: async (leadline, { limit = 5 }, options) => {
    const page = leadline.leads.list({ work: 'todo', sort: 'priority', limit }, options);
    const { items } = await page.firstPage();
    const facts = await factsFor(leadline, items, options);
    return { leads: items.map((lead) => showToDo(lead, facts)) };
  },
});
