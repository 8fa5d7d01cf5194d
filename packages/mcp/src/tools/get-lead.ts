import { Type } from 'typebox';
import { factsFor } from '../account-facts.ts';
import { decisionOf, showDetail } from '../show-lead.ts';
import { defineTool } from '../tool.ts';
import { leadId } from './fields.ts';

export const getLead = defineTool({
  name: 'get_lead',
  title: 'Read a lead',
  description:
    'One lead: contact details, what it wrote, its score with the points of the main reasons, and the latest notes. If it is open, the ' +
    'chance of closing and the next step; if it was won or lost, when, why and for how much. For what would raise the score, use ' +
    'explain_score.',
  input: Type.Object({ lead_id: leadId }, { additionalProperties: false }),
  effect: 'read',
  run: async (leadline, { lead_id }, options) => {
    const lead = await leadline.leads.get(lead_id, options);
    const { assignee } = lead;
    return showDetail(
      lead,
      await factsFor(leadline, [{ assignee, amount: decisionOf(lead)?.amount }], options),
    );
  },
});
