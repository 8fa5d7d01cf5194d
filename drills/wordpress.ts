// Runs the plugin of integrations/wordpress in a real WordPress: a form of each tool, Leadline down during 200 posts, attacks on its
// pages, uninstalling. Needs root; the first run needs mmdebstrap and a Debian mirror.
//   npm run drill -- wordpress [--small] [--fault forget-leads|new-key-per-try] [--root FOLDER] [--json]
// --small is shorter. With --fault, the plugin is broken and the drill has to complain.

import { startCrashablePostgres } from '@leadline/testkit/database/crashable-postgres';
import { reportDrill } from '@leadline/testkit/drills/run-drill';
import { drillWordPress, type WordPressDrillOptions } from '@leadline/testkit/drills/wordpress/wordpress';
import { readOptions } from '@leadline/testkit/read-options';
import { stopOnSignal } from '@leadline/testkit/service/stop-on-signal';
import { DEFAULT_WORDPRESS_ROOT, makeWordPressRoot } from '@leadline/testkit/wordpress/wordpress-root';
import { startWordPressSite } from '@leadline/testkit/wordpress/wordpress-site';

const options = readOptions({ small: false, fault: null, root: DEFAULT_WORDPRESS_ROOT, json: false });
const size = options.small
  ? { posts: 40, secondsDown: 15, loseAnswers: 15 }
  : { posts: 200, secondsDown: 120, loseAnswers: 40 };
const fault = options.fault as WordPressDrillOptions['fault'];

await reportDrill(
  'wordpress',
  async (log) => {
    makeWordPressRoot(options.root);
    log('starting PostgreSQL and WordPress');
    const postgres = await startCrashablePostgres();
    const removePostgres = (): Promise<void> => postgres.remove();
    stopOnSignal.add(removePostgres);
    const site = await startWordPressSite(options.root).catch(async (error: unknown) => {
      await removePostgres();
      throw error;
    });
    const removeSite = (): Promise<void> => site.remove();
    stopOnSignal.add(removeSite);
    try {
      return await drillWordPress(postgres, site, { ...size, fault }, log);
    } finally {
      await removeSite();
      await removePostgres();
      stopOnSignal.delete(removeSite);
      stopOnSignal.delete(removePostgres);
    }
  },
  options,
);
