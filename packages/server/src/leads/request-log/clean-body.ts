// Turns the bytes of a body into the text that is logged: without secrets, and at most as long as the log shows. The
// body is cut before it is cleaned, because cleaning costs far more than cutting. So that no secret survives at the
// cut, a margin after it is cleaned too and then dropped.

import { removeSecrets } from './remove-secrets.ts';

export interface BodyToClean {
  readonly bytes: Uint8Array;
  /** Whether the end of the body is already missing. */
  readonly isCut: boolean;
}

export interface CleanBody {
  readonly body: string;
  readonly isCut: boolean;
}

const MAX_LENGTH = 16_000;
/** Longer than any text that only its end reveals as a secret, such as the password in a URL. */
const MARGIN = 1_000;
const MAX_CLEANED_LENGTH = MAX_LENGTH + MARGIN;
/** A character takes up to four bytes, and the last one may be incomplete. */
export const MAX_BODY_BYTES = 4 * MAX_CLEANED_LENGTH + 4;
/** Half of what a form may have. Each pair has a cost of its own, however short it is. */
const MAX_PAIRS = 1_000;

export function cleanBody({ bytes, isCut }: BodyToClean): CleanBody {
  const whole = toText(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  const kept = takePairs(takeCharacters(whole, MAX_CLEANED_LENGTH));
  const hasLostEnd = isCut || kept.length < whole.length;
  const clean = removeSecrets(kept, hasLostEnd);
  const body = takeCharacters(hasLostEnd ? clean.slice(0, -MARGIN).toWellFormed() : clean, MAX_LENGTH);
  return { body, isCut: hasLostEnd || body.length < clean.length };
}

export const cleanBodies = (bodies: readonly BodyToClean[]): CleanBody[] => bodies.map(cleanBody);

/** PostgreSQL cannot store NUL or unpaired surrogates. */
export const toText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function takePairs(text: string): string {
  let end = -1;
  for (let pair = 0; pair < MAX_PAIRS; pair++) {
    end = text.indexOf('&', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

function takeCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
