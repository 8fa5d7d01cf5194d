// Scripts in what is entered, and requests that weren't made by the owner.

import {
  findNonce,
  openWordPressSession,
  signIn,
  type WordPressSession,
} from '../../wordpress/wordpress-session.ts';
import type { WordPressSite } from '../../wordpress/wordpress-site.ts';
import type { WordPressFacts } from '../verdicts/judge-wordpress.ts';
import { postForm, SETTINGS_PAGE, saveSettings } from './use-plugin.ts';

const LEADS_PAGE = '/wp-admin/admin.php?page=leadline';
const POST = '/wp-admin/admin-post.php';
const MARK = 'x7s';
const SCRIPTS = [
  `"><script>${MARK}()</script>`,
  `' onfocus=${MARK}() autofocus='`,
  `</textarea><img src=x onerror=${MARK}()>`,
  `javascript:${MARK}()`,
  `https://leads.example.com/"onmouseover="${MARK}()`,
];

export async function attackPages(
  site: WordPressSite,
  admin: WordPressSession,
  settings: Readonly<Record<string, string>>,
): Promise<
  Pick<WordPressFacts, 'scriptsTried' | 'scriptsNotEscaped' | 'forgeriesTried' | 'forged' | 'keyFound'>
> {
  const scripts = await tryScripts(site, admin, settings);
  await saveSettings(admin, { ...settings, key: '' });
  return {
    ...scripts,
    ...(await tryForgeries(site, admin)),
    keyFound: await findKey(admin, settings.key ?? ''),
  };
}

async function tryScripts(
  site: WordPressSite,
  admin: WordPressSession,
  settings: Readonly<Record<string, string>>,
): Promise<Pick<WordPressFacts, 'scriptsTried' | 'scriptsNotEscaped'>> {
  const scriptsNotEscaped: string[] = [];
  let scriptsTried = 0;
  const look = (name: string, text: string): void => {
    scriptsTried += 1;
    // "javascript:" is harmless unless it is a link.
    const isRaw = SCRIPTS.some((script) => /["'<]/.test(script) && text.includes(script));
    if (isRaw || hasScript(text)) scriptsNotEscaped.push(name);
  };
  for (const script of SCRIPTS) {
    for (const field of ['url', 'key', 'form_key', 'consent_field']) {
      await saveSettings(admin, { ...settings, key: '', [field]: script });
      look(`${field}: ${script}`, (await admin.get(SETTINGS_PAGE)).text);
      look(`page with ${field}: ${script}`, await readPage(site, site.pages.block));
    }
    await saveSettings(admin, { ...settings, key: '', consent_field: '' });
    await postForm(site, 'elementor', 'script@example.org', { title: script, message: script });
    look(`title of a form: ${script}`, (await admin.get(LEADS_PAGE)).text);
  }
  look('shortcode', await readPage(site, site.pages.shortcode));
  return { scriptsTried, scriptsNotEscaped };
}

/** The mark outside of a quoted attribute or text. */
const hasScript = (text: string): boolean =>
  new RegExp(`<script[^>]*>[^<]*${MARK}|<[^>"']*\\son\\w+=["']?${MARK}|(?:href|src)=["']javascript:`).test(
    text,
  );

const readPage = async ({ url }: WordPressSite, id: string): Promise<string> =>
  (await fetch(`${url}/?page_id=${id}`)).text();

async function tryForgeries(
  site: WordPressSite,
  admin: WordPressSession,
): Promise<Pick<WordPressFacts, 'forgeriesTried' | 'forged'>> {
  const subscriber = await signIn(site.url, 'subscriber', site.password);
  const stranger = openWordPressSession(site.url);
  const page = await admin.get(SETTINGS_PAGE);
  const save = { action: 'leadline_save_settings', 'leadline[url]': 'https://attacker.example' };
  const nonce = findNonce(page, 'leadline_save_settings');
  const otherNonce = findNonce(page, 'leadline_test');
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    'settings without a nonce': () => admin.post(POST, save),
    'settings with a made-up nonce': () => admin.post(POST, { ...save, _wpnonce: '0123456789' }),
    'settings with the nonce of another action': () => admin.post(POST, { ...save, _wpnonce: otherNonce }),
    'settings by a link': () => admin.get(`${POST}?${new URLSearchParams(save)}`),
    'settings by a subscriber': () => subscriber.post(POST, { ...save, _wpnonce: nonce }),
    'settings by a stranger': () => stranger.post(POST, { ...save, _wpnonce: nonce }),
    'settings by options.php': () =>
      admin.post('/wp-admin/options.php', {
        option_page: 'leadline',
        action: 'update',
        'leadline_settings[url]': 'https://attacker.example',
      }),
    'a test lead without a nonce': () => admin.post(POST, { action: 'leadline_test' }),
    'a test lead by a link': () => admin.get(`${POST}?action=leadline_test`),
    'a test lead by a subscriber': () =>
      subscriber.post(POST, { action: 'leadline_test', _wpnonce: otherNonce }),
    'deleting a lead without a nonce': () =>
      admin.post(POST, { action: 'leadline_change_lead', do: 'delete', lead: '1' }),
    'deleting a lead by a subscriber': () =>
      subscriber.post(POST, { action: 'leadline_change_lead', do: 'delete', lead: '1', _wpnonce: nonce }),
  };
  const forged: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const before = await readState(site);
    await attempt();
    if ((await readState(site)) !== before) forged.push(name);
  }
  for (const path of [SETTINGS_PAGE, LEADS_PAGE])
    if ((await subscriber.get(path)).status !== 403) forged.push(`${path} shown to a subscriber`);
  return { forgeriesTried: Object.keys(attempts).length + 2, forged };
}

/** Settings, and whether a lead was deleted or a test was run. */
async function readState(site: WordPressSite): Promise<string> {
  const rows = await site.query(
    `select option_value from wp_options where option_name = 'leadline_settings' or option_name like '_transient_leadline_notices%'
     union all select count(*) from wp_leadline_leads`,
  );
  return rows.flat().join('\n');
}

async function findKey(admin: WordPressSession, key: string): Promise<readonly string[]> {
  const paths = [
    SETTINGS_PAGE,
    LEADS_PAGE,
    '/wp-admin/options.php',
    '/wp-json/wp/v2/settings',
    '/?rest_route=/wp/v2/settings',
    '/wp-admin/site-health.php?tab=debug',
  ];
  const found: string[] = [];
  for (const path of paths) if ((await admin.get(path)).text.includes(key)) found.push(path);
  return found;
}
