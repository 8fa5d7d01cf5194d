// Builds an email as plain text and as simple HTML from the same parts. Colors are left to the mail program, which makes
// it readable in dark mode. Texts of leads come from strangers: in HTML they are escaped, and they never contain line breaks.

import { isPlainName } from '../../accounts/profile/check-name.ts';
import { escapeHtml } from '../../platform/base/escape-html.ts';
import type { Mail } from '../../platform/email/mailer.ts';

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

interface ListItem {
  readonly text: string;
  readonly url?: string;
}

export type EmailBody = Required<Pick<Mail, 'subject' | 'text' | 'html'>>;

interface Content {
  readonly subject: string;
  readonly parts: readonly Part[];
  /** Named in the subject, because a person can be a member of several accounts. */
  readonly accountName: string;
  readonly settingsUrl: string;
}

export function layOutEmail({ subject: topic, parts, accountName, settingsUrl }: Content): EmailBody {
  const isNamed = isPlainName(accountName);
  const subject = isNamed ? `${topic} · ${accountName}` : topic;
  const account = isNamed ? `Account: ${accountName}` : '';
  const footer = 'Change or stop these emails';
  return {
    subject,
    text: `${parts.map(toText).join('\n\n')}\n\n-- \n${account && `${account}\n`}${footer}: ${settingsUrl}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark; }</style>
<title>${escapeHtml(subject)}</title>
</head>
<body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5; max-width: 36em">
${parts.map(toHtml).join('\n')}
<hr>
<p style="font-size: 13px">${account && `${escapeHtml(account)}<br>`}${toAnchor(footer, settingsUrl)}</p>
</body>
</html>
`,
  };
}

function toText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'heading':
      return `${part.text}\n${'-'.repeat(part.text.length)}`;
    case 'list':
      return part.items
        .map(({ text, url }) => (url === undefined ? `- ${text}` : `- ${text}\n  ${url}`))
        .join('\n');
    case 'link':
      return `${part.text}: ${part.url}`;
  }
}

function toHtml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<p>${escapeHtml(part.text)}</p>`;
    case 'heading':
      return `<h2 style="font-size: 18px; margin: 24px 0 8px">${escapeHtml(part.text)}</h2>`;
    case 'list':
      return `<ul>\n${part.items
        .map(({ text, url }) => `<li>${url === undefined ? escapeHtml(text) : toAnchor(text, url)}</li>`)
        .join('\n')}\n</ul>`;
    case 'link':
      return `<p>${toAnchor(part.text, part.url)}</p>`;
  }
}

const toAnchor = (text: string, url: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
