// What people and visitors do with the plugin.

import { findNonce, type WordPressSession } from '../../wordpress/wordpress-session.ts';
import type { WordPressSite } from '../../wordpress/wordpress-site.ts';

export const SETTINGS_PAGE = '/wp-admin/admin.php?page=leadline-settings';
const SAVE = 'leadline_save_settings';

export async function saveSettings(
  session: WordPressSession,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = new URLSearchParams({
    action: SAVE,
    _wpnonce: findNonce(await session.get(SETTINGS_PAGE), SAVE),
  });
  for (const [name, value] of Object.entries(settings)) fields.append(`leadline[${name}]`, value);
  for (const tool of ['contact-form-7', 'wpforms', 'gravity-forms', 'elementor', 'ninja-forms'])
    fields.append('leadline[tools][]', tool);
  await session.post('/wp-admin/admin-post.php', fields);
}

export async function postForm(
  site: WordPressSite,
  tool: string,
  email: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const message = 'We need a quote for 40 laptops by Friday.';
  const response = await fetch(`${site.url}/?form=${tool}`, {
    method: 'POST',
    body: new URLSearchParams({ email, message, ...more }),
  });
  if (!response.ok) throw new Error(`a form of ${tool} was answered with ${response.status}`);
}

/** What makes WordPress run its events. */
export const visit = async (site: WordPressSite): Promise<void> => {
  await (await fetch(site.url)).text();
};

export async function countBy(site: WordPressSite, condition: string): Promise<number> {
  const [[count = '0'] = []] = await site.query(`select count(*) from wp_leadline_leads where ${condition}`);
  return Number(count);
}
