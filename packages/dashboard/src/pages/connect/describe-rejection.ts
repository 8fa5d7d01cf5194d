// Explains why a request was rejected, and what to change in the form or tool that sent it.

import type { Received } from '@leadline/contract';
import type { ErrorCode } from '@leadline/contract/errors';
import { MAX_BODY_BYTES } from '@leadline/contract/limits';
import { toSentence } from '../../components/to-sentence.ts';

export interface Rejection {
  readonly problem: string;
  readonly advice: string;
}

const SEND_LESS = 'Send less: only what the person filled in, not files or whole pages.';
const ONE_FLAT_OBJECT =
  'A lead is one flat JSON object of names and texts. Send one lead per request, and put extra questions under “custom_fields”.';
const SEND_AGAIN = 'Nothing is wrong with the request. Have the tool send it again.';
const WRONG_KEY =
  'Check that the key is complete. An intake key only works in an intake URL; every other key goes in the X-API-KEY header.';

const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_contact:
    'Send the email as “email” or the phone number as “phone”. If the form asks for one, see below what its fields are called, and rename the field.',
  invalid_json:
    'Check quotes, commas and brackets. Quotes and line breaks in texts must be escaped: let the tool build the JSON instead of typing it.',
  not_an_object: ONE_FLAT_OBJECT,
  wrong_type: ONE_FLAT_OBJECT,
  too_long: SEND_LESS,
  too_many_fields: SEND_LESS,
  too_large: `A lead can be up to ${MAX_BODY_BYTES / 1024} KiB. Leave out files and pictures.`,
  invalid_encoding: 'Set the encoding of the form or tool to UTF-8.',
  missing_api_key: WRONG_KEY,
  invalid_api_key: WRONG_KEY,
  misplaced_api_key: WRONG_KEY,
  revoked_api_key: 'The form or tool still uses a key that was revoked or replaced. Give it a working one.',
  expired_api_key: 'The form or tool still uses a key that has expired. Create a new one and give it to it.',
  plan_limit_reached: 'Wait until next month, or change the plan.',
  spam_limit_reached:
    'Leads that don’t look like spam are still accepted. If a form gets this much, give it a CAPTCHA or a new key.',
  storage_limit_reached: 'Delete leads, shorten the retention period, or change the plan.',
  test_limit_reached: 'Wait until next month, change the plan, or use a live key.',
  unsupported_type:
    'Send JSON, or a form without files. In HTML, leave out enctype; in a tool, choose JSON as the body type.',
  idempotency_key_reused: 'Give each lead its own Idempotency-Key, such as the ID of its record.',
  request_in_flight: 'The same lead was being stored at that moment. A retry gets its response.',
  rate_limited: 'Send more slowly, or send many leads as one import.',
  overloaded: SEND_AGAIN,
  internal_error: SEND_AGAIN,
  request_timeout: SEND_AGAIN,
};

export function describeRejection({
  code,
  error,
  status,
}: Pick<Received, 'code' | 'error' | 'status'>): Rejection {
  return {
    problem: error === null || error === '' ? `Rejected with status ${status}.` : toSentence(error),
    advice: (code === null ? undefined : ADVICE[code]) ?? 'Fix the request and send it again.',
  };
}
