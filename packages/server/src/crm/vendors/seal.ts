// Encrypts where a CRM is and how to sign in there.

import type { CrmVendor } from '@leadline/contract';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeTextSeal } from '../../platform/base/sealed-text.ts';
import type { SecretKeys } from '../../platform/base/secret-keys.ts';

export interface CrmTarget {
  readonly vendor: CrmVendor;
  readonly url: string;
  readonly database: string;
  readonly login: string;
  readonly apiKey: string;
  /** Of OAuth. */
  readonly refreshToken?: string | undefined;
  readonly accessToken?: string | undefined;
}

export interface CrmSeal {
  close(connectionId: string, target: CrmTarget): Buffer;
  open(connectionId: string, sealed: Buffer): CrmTarget;
}

/** Encrypts with the first key and decrypts with any of them. */
export function makeCrmSeal(secretKeys: SecretKeys): CrmSeal {
  const seal = makeTextSeal(secretKeys, 'leadline crm connections');
  return {
    close: (connectionId, target) => seal.close(connectionId, JSON.stringify(target)),
    open: (connectionId, sealed) => {
      const text = seal.open(connectionId, sealed);
      if (text === null)
        throw new DomainError('not_available', 'this CRM was connected with a different SECRET_KEY');
      return JSON.parse(text) as CrmTarget;
    },
  };
}
