// Why a request was refused, and what whoever set up the sender can do about it.

import { toSentence } from '../../api/call.ts';

export interface Refusal {
  readonly what: string;
  readonly advice: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** The first that fits counts. */
const RULES: readonly Rule[] = [
  {
    pattern: /email and phone are both missing/,
    advice:
      'Send the email address as “email” or the phone number as “phone”. If the form asks for one, look below how its fields are called, and rename the field.',
  },
  {
    pattern: /not valid JSON/,
    advice:
      'Check quotes, commas and brackets. Texts with quotes or line breaks must be escaped: let the tool make the JSON rather than writing it as text.',
  },
  {
    pattern: /must be text|must be a JSON object|must be an object/,
    advice:
      'A lead is one flat object of names and texts. Send one lead a request, and put further questions under “custom_fields”.',
  },
  {
    pattern: /longer than|has more than|fields; the limit is/,
    advice: 'Send less: only what the person filled in, not files or whole pages.',
  },
  { pattern: /not UTF-8|must be UTF-8/, advice: 'Set the encoding of the form or tool to UTF-8.' },
  {
    pattern: /^invalid API key: it is revoked/,
    advice:
      'The form or tool still sends with a key that was revoked or replaced. Give it one that is in use.',
  },
  {
    pattern: /^invalid API key/,
    advice: 'A key for addresses belongs in the address alone, any other in the X-API-KEY header alone.',
  },
  { pattern: /^plan limit reached/, advice: 'Wait until the month is over, or change the plan.' },
  {
    pattern: /^unsupported type/,
    advice:
      'Send JSON, or a form without files. In HTML, leave enctype alone; in a tool, choose JSON as the body type.',
  },
  { pattern: /^too large/, advice: 'A lead holds 256 KiB at most. Leave out files and pictures.' },
  {
    pattern: /^idempotency key reused/,
    advice: 'Give each lead an Idempotency-Key of its own, such as the id of its record.',
  },
  {
    pattern: /^request in flight/,
    advice: 'The same lead was being stored at that moment. A retry gets its answer.',
  },
  { pattern: /^rate limited/, advice: 'Send more slowly, or send many leads at once as an import.' },
  {
    pattern: /^(?:overloaded|internal error|request timeout)/,
    advice: 'Nothing is wrong with the request. Have the tool send it again.',
  },
];

export function tellRefusal(error: string | null, status: number): Refusal {
  const told = error ?? '';
  const rule = RULES.find(({ pattern }) => pattern.test(told));
  const what = told.replace(/^invalid input: /, '');
  return {
    what: what === '' ? `It was answered with ${status}.` : toSentence(what),
    advice: rule?.advice ?? 'Change what is sent accordingly, and send it again.',
  };
}
