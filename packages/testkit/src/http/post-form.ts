// Posts a form as a browser does when a visitor sends one. `fetch` would say that a script sent it.

import { request } from 'undici';

export interface FormAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  const {
    statusCode,
    headers: received,
    body,
  } = await request(url, {
    method: 'POST',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: statusCode, type: String(received['content-type']), text: await body.text() };
}
