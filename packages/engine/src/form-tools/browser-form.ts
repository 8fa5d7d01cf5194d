// Plain HTML forms and our embeddable form. Fields that begin with an underscore tell us how to answer, or whether a
// person or a bot filled in the form; they are not answers. Whatever fails the bot check is kept, and graded as spam,
// because a person whose browser fills in hidden fields must not get lost.

import { Fields } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { isBotCheck } from './technical.ts';

/** Where to send the visitor after the form was accepted. */
export const REDIRECT_FIELD = '_redirect';
/** `minimal` leaves the score out of the response. */
export const RESPONSE_FIELD = '_response';
/** Hidden from people. A bot that fills in every field fills in this one, too. */
export const TRAP_FIELD = '_website';
/** How long the form was on the screen. */
export const ELAPSED_FIELD = '_elapsed_ms';
/** A random ID, the same each time a visitor tries to send one form. In the body, because a header would make browsers ask
 * for permission first. */
export const SUBMISSION_FIELD = '_submission';

const CONTROL_FIELDS: readonly string[] = [
  REDIRECT_FIELD,
  RESPONSE_FIELD,
  TRAP_FIELD,
  ELAPSED_FIELD,
  SUBMISSION_FIELD,
];

/** The question under which a failed check is stored. */
export const BOT_CHECK = 'Bot check';
const FAILED = 'failed';
export const hasFailedBotCheck = (answer: string): boolean => answer.startsWith(FAILED);

/** Nobody reads, fills in and sends a form faster. */
const MIN_ELAPSED_MS = 2_000;

export function readBrowserForm(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  if (!CONTROL_FIELDS.some((name) => Object.hasOwn(input, name))) return null;
  const fields = new Fields();
  const problem = findProblem(input);
  if (problem !== null) fields.put(BOT_CHECK, `${FAILED} (${problem})`);
  for (const name of Object.keys(input)) {
    const isAnswer = !CONTROL_FIELDS.includes(name) && name !== 'custom_fields' && !isBotCheck(name);
    if (isAnswer) fields.putRaw(name, input[name]);
  }
  const { custom_fields } = input;
  const answers = fields.toObject();
  const submission = input[SUBMISSION_FIELD];
  return {
    fields: custom_fields === undefined ? answers : { ...answers, custom_fields },
    deliveryId:
      typeof submission === 'string' && /^[\w-]{8,64}$/.test(submission) ? `form ${submission}` : null,
  };
}

function findProblem(input: Readonly<Record<string, unknown>>): string | null {
  const trap = input[TRAP_FIELD];
  if (typeof trap === 'string' ? trap.trim() !== '' : trap !== undefined && trap !== null)
    return 'hidden field filled in';
  const sent = input[ELAPSED_FIELD];
  const elapsed =
    typeof sent === 'number' || (typeof sent === 'string' && sent !== '') ? Number(sent) : Number.NaN;
  return elapsed < MIN_ELAPSED_MS ? `sent after ${Math.max(0, Math.round(elapsed / 100) / 10)} s` : null;
}
