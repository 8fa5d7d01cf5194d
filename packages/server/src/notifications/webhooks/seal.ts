// Encrypts the URLs and secrets of endpoints, which deliveries need in plain text.

import { randomBytes } from 'node:crypto';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeTextSeal } from '../../platform/base/sealed-text.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';

export interface Sealed {
  readonly url: string;
  /** Sent with each delivery. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** `whsec_…` */
  readonly secret: string;
  /** The previous secret, which is still used for signing for a while after a rotation. */
  readonly former?: { readonly secret: string; readonly until: string };
}

export interface Seal {
  close(endpointId: string, content: Sealed): Buffer;
  open(endpointId: string, sealed: Buffer): Sealed;
}

/** Encrypts with the first key and decrypts with any of them. */
export function makeWebhookSeal(secretKeys: SecretKeys): Seal {
  const seal = makeTextSeal(secretKeys, 'leadline webhook endpoints');
  return {
    close: (endpointId, content) => seal.close(endpointId, JSON.stringify(content)),
    open: (endpointId, sealed) => {
      const text = seal.open(endpointId, sealed);
      if (text === null)
        throw new DomainError('not_available', 'this webhook was created with a different SECRET_KEY');
      return JSON.parse(text) as Sealed;
    },
  };
}

/** Standard Webhooks requires at least 24 random bytes. */
export const makeSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
