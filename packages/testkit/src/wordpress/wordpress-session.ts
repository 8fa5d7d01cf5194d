// A person in a browser without JavaScript: keeps cookies and submits WordPress's forms.

export interface WordPressSession {
  get(path: string): Promise<Page>;
  post(path: string, fields: Readonly<Record<string, string>> | URLSearchParams): Promise<Page>;
  /** For a real browser. */
  readonly cookies: ReadonlyMap<string, string>;
}

export interface Page {
  readonly status: number;
  readonly text: string;
}

export function openWordPressSession(url: string): WordPressSession {
  const cookies = new Map<string, string>();
  const send = async (path: string, body?: URLSearchParams): Promise<Page> => {
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('Location');
    const text = await response.text();
    return next === null ? { status: response.status, text } : send(next);
  };
  return {
    get: (path) => send(path),
    post: (path, fields) => send(path, new URLSearchParams(fields)),
    cookies,
  };
}

export async function signIn(url: string, login: string, password: string): Promise<WordPressSession> {
  const session = openWordPressSession(url);
  await session.get('/wp-login.php');
  const { text } = await session.post('/wp-login.php', { log: login, pwd: password, testcookie: '1' });
  if (text.includes('login_error')) throw new Error(`${login} could not sign in to WordPress`);
  return session;
}

/** What protects the form of this action from other sites. */
export function findNonce({ text }: Page, action: string): string {
  const form = text.split('<form').find((part) => part.includes(`value="${action}"`)) ?? '';
  return /name="_wpnonce" value="([^"]+)"/.exec(form)?.[1] ?? '';
}
