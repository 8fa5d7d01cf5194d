import { Type } from 'typebox';
import { emailOf, factsFor } from '../account-facts.ts';
import { own } from '../data-marks.ts';
import { defineTool } from '../tool.ts';
import { leadId } from './fields.ts';

export const changeLead = defineTool({
  name: 'change_lead',
  title: 'Change status, assignee or snooze',
  description:
    'Changes data: the working status of one lead, who works on it, or until when it is off the list of whom to call. ' +
    'For won and lost use record_outcome, for notes add_note.',
  input: Type.Object(
    {
      lead_id: leadId,
      status: Type.Optional(
        Type.Enum(['new', 'contacted', 'qualified', 'unqualified'], {
          type: 'string',
          description: '`unqualified`: not worth pursuing.',
        }),
      ),
      assignee: Type.Optional(
        Type.String({ minLength: 1, maxLength: 320, description: 'Email of a team member, or `none`.' }),
      ),
      snoozed_until: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description: 'Time in ISO 8601 with a time zone, or `none` to put it back on the list now.',
        }),
      ),
    },
    { additionalProperties: false, minProperties: 2 },
  ),
  effect: 'repeatable',
  run: async (leadline, { lead_id, status, assignee, snoozed_until }, options) => {
    const changes = {
      ...(status === undefined ? {} : { status }),
      ...(assignee === undefined ? {} : { assignee: orNull(assignee) }),
      ...(snoozed_until === undefined ? {} : { snoozed_until: orNull(snoozed_until) }),
    };
    const changed = await leadline.leads.change(lead_id, changes, options);
    return {
      done: own('The lead is changed.'),
      lead_id,
      status: changed.status,
      assignee: emailOf(changed.assignee, await factsFor(leadline, [changed], options)) ?? 'none',
      snoozed_until: changed.snoozed_until ?? 'none',
    };
  },
});

const orNull = (text: string): string | null => (text === 'none' ? null : text);
