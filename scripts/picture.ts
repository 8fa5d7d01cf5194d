// Takes the README's picture: a lead's ledger as a terminal shows it, drawn by a real browser.
//   node scripts/picture.ts

import { execFileSync } from 'node:child_process';
import { launchChromium } from '@leadline/testkit/browser/launch-chromium';

const LEAD = {
  name: 'Marta Vilanova',
  email: 'marta@vilanova-textil.com',
  phone: '+34 912 345 670',
  budget: '€15k-20k/mo',
  message:
    'We are ready to sign. Need the new planning system live before March, 120 users at two sites. Please call me today.',
  source: 'referral',
  custom_fields: {
    'When do you want to start?': 'This month',
    'Are you the decision maker?': 'Yes',
    'Your role': 'CEO',
  },
};
const COLOURS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#f2cc60',
  34: '#79c0ff',
  36: '#76e3ea',
  90: '#8b949e',
  91: '#ffa198',
};

const ansi = execFileSync(process.execPath, ['packages/cli/src/main.ts', 'score', '-'], {
  input: JSON.stringify(LEAD),
  env: { ...process.env, FORCE_COLOR: '1' },
  encoding: 'utf8',
});
const browser = await launchChromium();
const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 860, height: 600 } });
await page.setContent(
  `<body style="margin:0;background:#0d1117"><pre style="font:14px/1.45 'DejaVu Sans Mono',monospace;color:#e6edf3;padding:8px 24px;margin:0;width:max-content;min-width:780px">${toHtml(ansi)}</pre></body>`,
);
await page.locator('pre').screenshot({ path: 'docs/images/score.png' });
await browser.close();

/** Opens a span for each style and closes them all at a reset. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const escapeCode = String.fromCharCode(27);
  return escaped.replaceAll(new RegExp(`${escapeCode}\\[(\\d+)m`, 'g'), (_, code: string) => {
    if (code === '1') return '<span style="font-weight:bold">';
    if (code === '2') return '<span style="opacity:.6">';
    const colour = COLOURS[code];
    return colour === undefined ? '</span>' : `<span style="color:${colour}">`;
  });
}
