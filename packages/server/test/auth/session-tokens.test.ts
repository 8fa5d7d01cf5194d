// Session tokens: only the browser has them. The database and its backups only have hashes, and no response contains them.

import { PASSWORD, Person } from '@leadline/testkit/auth/person';
import { computeTotp } from '@leadline/testkit/auth/totp';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { expectError } from '@leadline/testkit/http/expect-error';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const suite = useAuthSuite();

/** The part of the cookie before its signature. */
function tokenOf({ cookies }: Person): string {
  const token = decodeURIComponent(cookies.get('leadline.session_token') ?? '').split('.')[0] ?? '';
  expect(token).toHaveLength(32);
  return token;
}

/** Everything the library stores, as text. */
async function readAuthTables(): Promise<string> {
  const tables = ['users', 'sessions', 'credentials', 'verifications', 'two_factors', 'invitations'];
  const texts = await Promise.all(
    tables.map((table) =>
      sql<{
        text: string;
      }>`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(`leadline.${table}`)} t`.execute(
        suite.owner,
      ),
    ),
  );
  return texts.map(({ rows }) => rows[0]?.text).join('\n');
}

test('no table of the sign-in contains a session token, password, code, secret or link in clear', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { body } = await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  await ana.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) });
  await ana.call('/api/auth/request-password-reset', { email: ana.email });
  const pending = new Person(() => suite.api.url, ana.email);
  await pending.signIn();
  const stored = await readAuthTables();
  expect(stored).toContain(ana.email);
  const secrets = [
    tokenOf(ana),
    PASSWORD,
    new URL(body.totpURI).searchParams.get('secret'),
    ...body.backupCodes,
    /reset-password\?token=(\w+)/.exec(suite.mails.at(-1) ?? '')?.[1],
    decodeURIComponent(pending.cookies.get('leadline.two_factor') ?? '').split('.')[0],
  ];
  for (const secret of secrets) {
    expect(secret).toMatch(/.{6,}/);
    expect(stored).not.toContain(secret);
  }
});

test('no response contains a session token', async () => {
  const ana = suite.person();
  const answers = [await ana.signUp()];
  answers.push(await ana.call('/api/accounts', { name: 'Acme' }));
  const tokens = [tokenOf(ana)];
  await ana.call('/api/auth/sign-out', {});
  answers.push(await ana.signIn());
  tokens.push(tokenOf(ana));
  const { body } = await ana.call('/api/auth/two-factor/enable', { password: PASSWORD });
  answers.push(await ana.call('/api/auth/two-factor/verify-totp', { code: computeTotp(body.totpURI) }));
  tokens.push(tokenOf(ana));
  answers.push(
    await ana.call('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: PASSWORD,
      revokeOtherSessions: true,
    }),
  );
  tokens.push(tokenOf(ana));
  answers.push(await ana.call('/api/auth/list-sessions'), await ana.call('/api/session'));
  for (const { status, text } of answers) {
    expect(status, text).toBe(200);
    expect(text).not.toContain('"token"');
    for (const token of tokens) expect(text).not.toContain(token);
  }
});

test('a hash from the database does not work as a token', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const { rows } = await sql<{ token: string }>`
    select s.token from leadline.sessions s join leadline.users u on u.id = s.user_id
    where u.email = ${ana.email}`.execute(suite.owner);
  expect(rows[0]?.token).toMatch(/^[0-9a-f]{64}$/);
  const [, signature] = (ana.cookies.get('leadline.session_token') ?? '').split('.');
  const thief = new Person(
    () => suite.api.url,
    ana.email,
    new Map([['leadline.session_token', `${rows[0]?.token}.${signature}`]]),
  );
  expect((await thief.call('/api/session')).body.data.user).toBeNull();
});

test('sessions are listed and ended by ID, and only one’s own', async () => {
  const ana = suite.person();
  await ana.createAccount();
  const [phone, tablet, other] = [0, 1, 2].map(() => new Person(() => suite.api.url, ana.email));
  for (const device of [phone, tablet, other]) await device?.signIn();
  const list = async (who: Person): Promise<{ id: string }[]> =>
    (await who.call('/api/auth/list-sessions')).body;
  const sessions = await list(ana);
  expect(sessions).toHaveLength(4);
  expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
    'createdAt',
    'id',
    'ipAddress',
    'lastUsedAt',
    'userAgent',
  ]);
  const idOf = async (who: Person) => (await who.call('/api/session')).body.data.session_id;

  const stranger = suite.person();
  await stranger.signUp();
  await stranger.call('/api/auth/revoke-session', { sessionId: await idOf(ana) });
  expect((await ana.call('/api/leads')).status).toBe(200);

  await ana.call('/api/auth/revoke-session', { sessionId: await idOf(phone as Person) });
  expect((await (phone as Person).call('/api/session')).body.data.user).toBeNull();
  expect(await list(ana)).toHaveLength(3);
  expectError(await ana.call('/api/auth/revoke-session', { sessionId: 'nonsense' }), 'not_found');
  expectError(await ana.call('/api/auth/revoke-session', {}), 'invalid_input');

  expect((await ana.call('/api/auth/revoke-other-sessions', {})).status).toBe(200);
  expect(await list(ana)).toHaveLength(1);
  expect((await (tablet as Person).call('/api/session')).body.data.user).toBeNull();
  expect((await ana.call('/api/leads')).status).toBe(200);
});
