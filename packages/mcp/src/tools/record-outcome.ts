import { Type } from 'typebox';
import { own } from '../data-marks.ts';
import { decisionOf } from '../show-lead.ts';
import { defineTool, InvalidInput } from '../tool.ts';
import { leadId } from './fields.ts';

export const recordOutcome = defineTool({
  name: 'record_outcome',
  title: 'Record won or lost',
  description:
    'Changes data: marks one lead as won or lost, or reopens it (`open`). Find the lead with find_leads first and, if several match, ' +
    'ask which one is meant. If it was won and the user named no amount, ask for it once before you call. Calling again with the same ' +
    'outcome corrects its amount or reason, keeps the date and what you leave out, and does nothing if nothing differs. Each ' +
    'change stays in the lead’s timeline and is sent to webhooks. `open` takes back what was recorded, but recalls no webhook; it ' +
    'sends another one. Leadline learns at night, from the outcomes as they are by then.',
  input: Type.Object(
    {
      lead_id: leadId,
      outcome: Type.Enum(['won', 'lost', 'open'], { type: 'string' }),
      amount: Type.Optional(
        Type.Number({ minimum: 0, description: 'Of a won deal, in the account’s currency: `14500`.' }),
      ),
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          description:
            'Of the amount, if the user says it: `USD`. If it isn’t the account’s, nothing is recorded and the error names the account’s.',
        }),
      ),
      reason: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Why, if the user says it.' }),
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'repeatable',
  run: async ({ leads, account }, { lead_id, outcome, currency: stated, ...given }, options) => {
    const lead = await leads.get(lead_id, options);
    const { currency } = await account.profile(options);
    if (stated !== undefined && stated !== currency)
      throw new InvalidInput(
        `amounts of this account are in ${currency}, not ${stated}; ask for the amount in ${currency}`,
      );
    const before = decisionOf(lead);
    const isSame = lead.outcome === outcome;
    const { at, amount, reason } = { ...(isSame ? before : null), ...given };
    const isRecorded = isSame && amount === before?.amount && reason === before?.reason;
    const recorded = isRecorded
      ? before
      : await leads.recordOutcome(lead_id, { outcome, at, amount, reason, revision: lead.revision }, options);
    const hasAmount = recorded?.amount != null || before?.amount != null;
    return {
      done: own(
        isRecorded
          ? 'Nothing is changed: this is recorded already.'
          : isSame
            ? 'The outcome is corrected.'
            : 'The outcome is recorded.',
      ),
      lead_id,
      name: lead.lead.name || lead.lead.email || lead.lead.phone,
      previous_status: lead.status,
      previous_amount: before?.amount,
      outcome,
      at: recorded?.at,
      amount: recorded?.amount,
      currency: hasAmount ? own(currency) : null,
      reason: recorded?.reason,
    };
  },
});
