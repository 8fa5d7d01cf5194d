// The keys that better-auth encrypts two-factor secrets with and signs cookies with.

import type { SecretKey, SecretKeys } from '../../platform/base/secret-keys.ts';

export interface AuthSecret {
  /** better-auth writes it in front of what it encrypts. */
  readonly version: number;
  readonly value: string;
}

/** The first one encrypts and signs. */
export type AuthSecrets = readonly [AuthSecret, ...AuthSecret[]];

export function makeAuthSecrets([current, ...others]: SecretKeys): AuthSecrets {
  return [makeAuthSecret(current), ...others.map(makeAuthSecret)];
}

const makeAuthSecret = ({ id, derive }: SecretKey): AuthSecret => ({
  version: id.readUIntBE(0, id.length),
  value: derive('leadline sessions').toString('base64'),
});
