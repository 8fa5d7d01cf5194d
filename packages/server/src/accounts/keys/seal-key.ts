// Keeps intake keys readable for the account's owners: they are part of web pages anyway, and people who change a page
// need its code again. All other keys are only shown once.

import { makeTextSeal, type TextSeal } from '../../platform/base/sealed-text.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';

/** Closes and opens with the ID of the key. */
export type KeySeal = TextSeal;

export const makeKeySeal = (secretKeys: SecretKeys): KeySeal =>
  makeTextSeal(secretKeys, 'leadline intake keys');
