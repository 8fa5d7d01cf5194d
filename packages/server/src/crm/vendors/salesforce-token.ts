// Signs in to Salesforce by OAuth: with a refresh token if there is one, otherwise as the app itself (client credentials).

import type { Tokens } from './adapter.ts';
import { type CrmCaller, requestCrm } from './call-crm.ts';
import { CrmError } from './crm-error.ts';
import type { CrmTarget } from './seal.ts';

/** Others wait for it. */
const TIMEOUT_MS = 10_000;

export async function requestSalesforceToken(
  { url, login, apiKey }: CrmTarget,
  refreshToken: string | null,
  caller: CrmCaller,
): Promise<Tokens> {
  const { status, body } = await requestCrm(
    `${url.replace(/\/+$/, '')}/services/oauth2/token`,
    {
      method: 'POST',
      body: new URLSearchParams({
        client_id: login,
        client_secret: apiKey,
        ...(refreshToken === null
          ? { grant_type: 'client_credentials' }
          : { grant_type: 'refresh_token', refresh_token: refreshToken }),
      }),
      expects: [400],
    },
    { ...caller, timeoutMs: Math.min(caller.timeoutMs ?? TIMEOUT_MS, TIMEOUT_MS) },
  );
  const { access_token: token, refresh_token: next } = (body ?? {}) as Record<string, unknown>;
  if (status === 400 || typeof token !== 'string')
    throw new CrmError(
      'unauthorized',
      'Salesforce rejected the consumer key, the secret or the refresh token',
    );
  return { accessToken: token, refreshToken: typeof next === 'string' ? next : null };
}
