// Posts a form of each tool, and what must not be taken.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import type { WordPressSession } from '../../wordpress/wordpress-session.ts';
import type { WordPressSite } from '../../wordpress/wordpress-site.ts';
import { readLedger } from '../ledgers.ts';
import type { WordPressFacts } from '../verdicts/judge-wordpress.ts';
import { waitUntil } from '../wait-until.ts';
import { countBy, postForm, saveSettings, visit } from './use-plugin.ts';

const TOOLS = ['contact-form-7', 'wpforms', 'gravity-forms', 'elementor', 'ninja-forms'];
const ENTRY = '501';

export async function tryForms(
  site: WordPressSite,
  admin: WordPressSession,
  databaseUrl: string,
  accountId: string,
  settings: Readonly<Record<string, string>>,
): Promise<Pick<WordPressFacts, 'scores' | 'shownInEntries' | 'embedded' | 'takenWrongly'>> {
  for (const tool of TOOLS) await postForm(site, tool, `${tool}@example.org`, { entry: ENTRY });
  await waitUntil(async () => {
    await visit(site);
    await sleep(300);
    return (await countBy(site, "status in ('waiting', 'sending')")) === 0;
  });
  const scores: Record<string, string> = {};
  for (const tool of TOOLS) {
    const [[here = 'not sent'] = []] = await site.query(
      `select score from wp_leadline_leads where tool = '${tool}'`,
    );
    const there = await readScore(databaseUrl, `${tool}@example.org`);
    scores[tool] = here === there ? `${here} in both` : `${here} in WordPress, ${there} in Leadline`;
  }
  const before = await countBy(site, 'true');
  await postForm(site, 'gravity-forms', 'again@example.org', { entry: ENTRY });
  await postForm(site, 'contact-form-7', 'spam@example.org', { status: 'spam' });
  await saveSettings(admin, { ...settings, key: '', consent_field: 'Privacy' });
  await postForm(site, 'contact-form-7', 'without-field@example.org');
  await postForm(site, 'contact-form-7', 'without-consent@example.org', { privacy: '' });
  const takenWrongly = (await countBy(site, 'true')) - before;
  await postForm(site, 'contact-form-7', 'with-consent@example.org', { privacy: '1' });
  const takenRightly = (await countBy(site, 'true')) - before - takenWrongly;
  await saveSettings(admin, { ...settings, key: '' });
  await waitUntil(async () => {
    await visit(site);
    await sleep(300);
    return (await readLedger(databaseUrl, accountId)).leads.some(({ email }) => email.startsWith('with-'));
  });
  return {
    scores,
    shownInEntries: await countShown(site, admin),
    embedded: await countEmbedded(site, settings),
    // Consent that was given and not taken is just as wrong.
    takenWrongly: takenWrongly + Math.abs(takenRightly - 1),
  };
}

/** In the meta data of Gravity Forms, and in the column of WPForms as its page would ask for it. */
async function countShown(site: WordPressSite, admin: WordPressSession): Promise<number> {
  const [[meta = ''] = []] = await site.query(
    `select meta_value from wp_gf_entry_meta where meta_key = 'leadline_score' and entry_id = ${ENTRY}`,
  );
  const { text } = await admin.get(`/?wpforms-entry=${ENTRY}`);
  return [/^\d+$/.test(meta), /^Score: \d+ \w+$/.test(text)].filter(Boolean).length;
}

/** With the options of block and shortcode, escaped. */
async function countEmbedded(
  site: WordPressSite,
  { url = '', form_key = '' }: Readonly<Record<string, string>>,
): Promise<number> {
  const pages = await Promise.all(
    Object.values(site.pages).map(async (id) => (await fetch(`${site.url}/?page_id=${id}`)).text()),
  );
  return pages.filter((text) => {
    const [script = ''] = /<script[^>]*embed\.js[^>]*>/.exec(text) ?? [];
    return [`src="${url}/embed.js"`, 'async', `data-token="${form_key}"`, 'data-title="'].every((part) =>
      script.includes(part),
    );
  }).length;
}

async function readScore(databaseUrl: string, email: string): Promise<string> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ score: number }>(
      `select score from leadline.leads where lead ->> 'email' = $1`,
      [email],
    );
    return rows.map(({ score }) => String(score)).join(', ');
  } finally {
    await pool.end();
  }
}
