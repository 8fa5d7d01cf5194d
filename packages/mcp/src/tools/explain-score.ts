import type { ExplainResult } from '@leadline/sdk';
import { Type } from 'typebox';
import { type Content, within } from '../data-marks.ts';
import { defineTool } from '../tool.ts';
import { leadId } from './fields.ts';

const MAX_BYTES = 3_000;

export const showExplanation = ({ data, closing }: ExplainResult): Content => {
  const percent = (share: number): number => Math.round(100 * share);
  return within(MAX_BYTES, {
    headline: data.headline,
    summary: data.summary,
    strengths: data.strengths,
    concerns: data.concerns,
    next_steps: data.next_steps,
    what_would_change: data.what_would_change,
    chance_of_closing_percent: [percent(closing.low), percent(closing.high)],
  });
};

export const explainScore = defineTool({
  name: 'explain_score',
  title: 'Explain a score',
  description:
    'Explains the score of a stored lead at length: all strengths and concerns, next steps, and what the lead would have to say for ' +
    'another grade. Use it for “why is this lead only Cool?” if get_lead doesn’t say enough. Not for changes of the scoring itself ' +
    '(preview_settings).',
  input: Type.Object({ lead_id: leadId }, { additionalProperties: false }),
  effect: 'read',
  run: async ({ leads }, { lead_id }, options) => {
    const { lead, result } = await leads.get(lead_id, options);
    const { score, grade, priority_action, ledger } = result;
    const scored = { score, grade, priority_action, reasons: ledger.map(({ text }) => text) };
    return showExplanation(await leads.explain(lead, scored, options));
  },
});
