/// <reference path="./oidc-provider.d.ts" />
// A real OpenID Connect provider on this machine. Everyone who comes is signed in as `user` without being asked. Tests
// can make it misbehave by changing its ID tokens or by switching it off.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'leadline';
/** Is refused if it asks for offline_access. */
export const MODEST_CLIENT_ID = 'leadline-modest';
export const CLIENT_SECRET = 'a client secret that is used only by tests';

export interface IdpUser {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

/** Returns the token to send instead. */
export type Tamper = (claims: JWTPayload, sign: (claims: JWTPayload) => Promise<string>) => Promise<string>;

export interface IdentityProvider {
  readonly issuer: string;
  user: IdpUser;
  /** Whether the user is known here. Otherwise, they can neither sign in nor use what they got before. */
  isDisabled: boolean;
  /** Whether it gives refresh tokens, each of which works once. Using one again revokes all that followed. */
  givesRefreshTokens: boolean;
  /** Null to send ID tokens unchanged. */
  tamper: Tamper | null;
  /** Waits this long before it answers at the token endpoint. */
  delayMs: number;
  /** How many times the token endpoint was called. */
  readonly exchanges: () => number;
  /** Stops answering until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function startIdentityProvider(port: number, redirectUri: string): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey);
  let exchanges = 0;

  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      { client_id: MODEST_CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] },
    ],
    issueRefreshToken: () => idp.givesRefreshTokens,
    rotateRefreshToken: true,
    jwks: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key that is used only by tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    // Set only to keep it from printing notices.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: () => (idp.isDisabled ? undefined : { accountId: idp.user.sub, claims: () => idp.user }),
    // Nobody is asked for consent.
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/interaction') {
      const result = { login: { accountId: idp.user.sub } };
      void provider.interactionFinished(request, response, result);
      return;
    }
    const asked = new URL(request.url ?? '', issuer).searchParams;
    if (asked.get('client_id') === MODEST_CLIENT_ID && asked.get('scope')?.includes('offline_access')) {
      // This provider ignores the scope, as the specification allows. Others don't.
      const refused = new URLSearchParams({ error: 'invalid_scope', state: asked.get('state') ?? '' });
      response.writeHead(303, { location: `${redirectUri}?${refused}` }).end();
      return;
    }
    if (request.url === '/token') {
      exchanges++;
      if (idp.tamper !== null) replaceToken(response, idp.tamper, sign);
      if (idp.delayMs > 0) return void setTimeout(() => answer(request, response), idp.delayMs);
    }
    answer(request, response);
  };

  let server = await listen(port, handle);
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const idp: IdentityProvider = {
    issuer,
    user: { sub: 'ana', email: 'ana@example.org', email_verified: true, name: 'Ana Lopez' },
    isDisabled: false,
    givesRefreshTokens: false,
    tamper: null,
    delayMs: 0,
    exchanges: () => exchanges,
    pause: stop,
    resume: async () => {
      server = await listen(port, handle);
    },
    close: stop,
  };
  return idp;
}

async function listen(port: number, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function replaceToken(response: ServerResponse, tamper: Tamper, sign: Parameters<Tamper>[1]): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((text: string | Buffer) => {
    const body = JSON.parse(String(text)) as { id_token?: string };
    const token = body.id_token === undefined ? Promise.resolve('') : tamper(decodeJwt(body.id_token), sign);
    void token.then((id_token) => {
      const changed = JSON.stringify({ ...body, id_token });
      response.setHeader('content-length', Buffer.byteLength(changed));
      end(changed);
    });
    return response;
  }) as ServerResponse['end'];
}
