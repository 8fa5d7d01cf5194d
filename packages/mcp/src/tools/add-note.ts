import { Type } from 'typebox';
import { own } from '../data-marks.ts';
import { defineTool } from '../tool.ts';
import { leadId } from './fields.ts';

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add a note',
  description:
    'Changes data: adds a note to the timeline of one lead, where the whole team sees it. Changes neither its score nor its status.',
  input: Type.Object(
    { lead_id: leadId, note: Type.String({ minLength: 1, maxLength: 2_000 }) },
    { additionalProperties: false },
  ),
  effect: 'write',
  run: async ({ leads }, { lead_id, note }, options) => {
    const { status } = await leads.change(lead_id, { note }, options);
    return { done: own('The note is added.'), lead_id, status };
  },
});
