// The plugin for WordPress in a real WordPress: forms arrive scored, also if Leadline was down; the pages withstand attacks; nothing
// is left after uninstalling.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashablePostgres } from '../../database/crashable-postgres.ts';
import { findFreePort } from '../../net/find-free-port.ts';
import { runLeadline } from '../../service/run-leadline.ts';
import { type LeadlineProcess, spawnApi } from '../../service/spawn-leadline.ts';
import { stopOnSignal } from '../../service/stop-on-signal.ts';
import { findNonce, signIn } from '../../wordpress/wordpress-session.ts';
import type { WordPressSite } from '../../wordpress/wordpress-site.ts';
import { makeAccount } from '../accounts.ts';
import { type DrillResult, type Log, silent } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { judgeWordPress } from '../verdicts/judge-wordpress.ts';
import { waitUntil } from '../wait-until.ts';
import { attackPages } from './attack-pages.ts';
import { tryForms } from './try-forms.ts';
import { countBy, postForm, SETTINGS_PAGE, saveSettings, visit } from './use-plugin.ts';

export interface WordPressDrillOptions {
  readonly posts: number;
  readonly secondsDown: number;
  /** One answer in so many is lost. */
  readonly loseAnswers: number;
  /** Breaks the plugin, so that the drill must complain. */
  readonly fault: 'forget-leads' | 'new-key-per-try' | null;
}

const TEST = 'leadline_test';

export async function drillWordPress(
  postgres: CrashablePostgres,
  site: WordPressSite,
  options: WordPressDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const { accountId } = await makeAccount(postgres.url, null);
  const createKey = async (scope: string): Promise<string> => {
    const words = ['key', 'create', '--account', `acct_${accountId}`, '--scope', scope, '--json'];
    const output = await runLeadline([...words, '--name', `WordPress ${scope}`], {
      DATABASE_URL: postgres.url,
    });
    return (JSON.parse(output) as { key: string }).key;
  };
  const [key, formKey] = [await createKey('send'), await createKey('intake')];
  const port = await findFreePort();
  let api: LeadlineProcess = await spawnApi(postgres.url, port, 'error');
  const stop = (): Promise<void> => api.kill('SIGKILL');
  stopOnSignal.add(stop);
  try {
    log('settings');
    const admin = await signIn(site.url, 'admin', site.password);
    const settings = { url: api.url, key, form_key: formKey };
    await saveSettings(admin, settings);
    const page = await admin.get(SETTINGS_PAGE);
    const tested = await admin.post('/wp-admin/admin-post.php', {
      action: TEST,
      _wpnonce: findNonce(page, TEST),
    });
    const testNotice = /notice-\w+ is-dismissible"><p>([^<]*)/.exec(tested.text)?.[1] ?? 'no notice';

    log('one form of each tool');
    const forms = await tryForms(site, admin, postgres.url, accountId, settings);

    log('attacks');
    const attacks = await attackPages(site, admin, settings);

    log(`Leadline is down for ${options.secondsDown} s during ${options.posts} posts`);
    if (options.fault !== null) await site.set('FAULT', options.fault);
    await site.set('LOSE_ANSWERS', String(options.loseAnswers));
    await api.kill('SIGKILL');
    const emails = Array.from({ length: options.posts }, (_, index) => `down-${index}@example.org`);
    const pause = (options.secondsDown * 1_000) / options.posts;
    const from = Date.now();
    for (const [index, email] of emails.entries()) {
      await sleep(Math.max(0, from + index * pause - Date.now()));
      await postForm(site, 'contact-form-7', email);
    }
    log('Leadline is back');
    const backAt = performance.now();
    api = await spawnApi(postgres.url, port, 'error');
    const phpKills = await killWhileSending(site, log);
    await waitUntil(async () => {
      await visit(site);
      await sleep(500);
      return (await countBy(site, `status in ('waiting', 'sending')`)) === 0;
    });
    const secondsToDrain = Math.round((performance.now() - backAt) / 1_000);
    await site.set('LOSE_ANSWERS', '0');
    const [[answersLost = '0'] = []] = await site.query(
      "select coalesce(max(count), 0) from wp_test_counts where name = 'lost answers'",
    );
    const bodiesKept = await countBy(site, "status = 'sent' and body <> '{}'");

    log('uninstalling');
    const left = await site.uninstall();
    const facts = {
      testNotice,
      savedKeyShown: page.text.includes(key) || tested.text.includes(key),
      ...forms,
      ...attacks,
      postsWhileDown: emails.length,
      answersLost: Number(answersLost),
      phpKills,
      emails,
      ledger: await readLedger(postgres.url, accountId),
      bodiesKept,
      left,
      phpLog: await site.readLog(),
    };
    return {
      checks: judgeWordPress(facts),
      figures: {
        'posts while Leadline was down': emails.length,
        'answers lost on the way': facts.answersLost,
        'seconds until all were sent': secondsToDrain,
        'scripts tried': facts.scriptsTried,
        'forged requests tried': facts.forgeriesTried,
      },
    };
  } catch (error) {
    log(await site.readLog());
    throw error;
  } finally {
    stopOnSignal.delete(stop);
    await stop();
  }
}

/** A lead that was being sent then is only tried again when its process must be gone, so the drill doesn't wait that long. */
async function killWhileSending(site: WordPressSite, log: Log): Promise<number> {
  const sentBefore = await countBy(site, "status = 'sent'");
  await waitUntil(async () => {
    await visit(site);
    return (await countBy(site, "status = 'sent'")) > sentBefore;
  });
  log('killing PHP while it sends');
  await site.killPhp();
  const interrupted = await countBy(site, "status = 'sending'");
  const waiting = await countBy(site, "status = 'waiting'");
  await site.query(
    "update wp_leadline_leads set next_try_at = unix_timestamp() where status = 'sending'; delete from wp_options where option_name = '_transient_doing_cron'",
  );
  await site.startPhp();
  return interrupted + waiting > 0 ? 1 : 0;
}
