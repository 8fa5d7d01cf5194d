// A real WordPress with MariaDB and the plugin, in a Debian of its own. Needs root.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DebianMachine, startDebianMachine } from '../backup/debian-machine.ts';
import { waitUntil } from '../drills/wait-until.ts';
import { findFreePort } from '../net/find-free-port.ts';

export interface WordPressSite {
  readonly url: string;
  readonly password: string;
  /** IDs of pages with the form. */
  readonly pages: { readonly block: string; readonly shortcode: string };
  /** The rows of a statement. */
  query(statement: string): Promise<readonly (readonly string[])[]>;
  /** What integrations/wordpress/test/site/faults.php reads. */
  set(name: 'LOSE_ANSWERS' | 'FAULT', value: string): Promise<void>;
  /** Like a machine that crashes: MariaDB keeps running, whatever PHP was doing is gone. */
  killPhp(): Promise<void>;
  startPhp(): Promise<void>;
  /** Deletes the plugin, and returns the names of what is left of it. */
  uninstall(): Promise<readonly string[]>;
  /** Errors and warnings of PHP. */
  readLog(): Promise<string>;
  remove(): Promise<void>;
}

const REPOSITORY = join(import.meta.dirname, '../../../..');
const SITE = join(REPOSITORY, 'integrations/wordpress/test/site');
const CONTENT = '/usr/share/wordpress/wp-content';
const PHP = 'php -d error_reporting=-1 -d display_errors=0 -d log_errors=1 -d error_log=/tmp/php.log';
/** WordPress calls itself to run its events. */
const PHP_WORKERS = 6;

/** `root` is a root file system from drills/stand-ins/make-wordpress.sh. */
export async function startWordPressSite(root: string): Promise<WordPressSite> {
  const dist = await mkdtemp(join(tmpdir(), 'leadline-wordpress-'));
  const build = join(REPOSITORY, 'integrations/wordpress/build.ts');
  execFileSync(process.execPath, [build, dist], { stdio: ['ignore', 'ignore', 'inherit'] });
  const machine = await startDebianMachine({ root, readOnly: { '/opt/plugin': dist, '/opt/site': SITE } });
  const remove = async (): Promise<void> => {
    await machine.remove();
    await rm(dist, { recursive: true, force: true });
  };
  try {
    return { ...(await install(machine)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function install(machine: DebianMachine): Promise<Omit<WordPressSite, 'remove'>> {
  const [port, databasePort] = [await findFreePort(), await findFreePort()];
  const host = `127.0.0.1:${port}`;
  const password = randomBytes(12).toString('hex');
  await machine.run(
    'root',
    `install -d -o mysql /run/mysqld && [ -d /var/lib/mysql/mysql ] || mariadb-install-db --user=mysql >/dev/null
    mariadbd --user=mysql --port=${databasePort} --bind-address=127.0.0.1 --innodb-buffer-pool-size=64M >/tmp/mariadb.log 2>&1 &`,
  );
  const query = async (statement: string): Promise<readonly (readonly string[])[]> => {
    const output = await machine.run('root', 'mariadb --batch --skip-column-names wordpress', {
      input: statement,
    });
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  };
  await waitUntil(() => succeeds(machine.run('root', 'mariadb -e "create database wordpress"')));
  await query(
    `create user wordpress@localhost identified by '${password}'; grant all on wordpress.* to wordpress@localhost`,
  );
  await machine.run('root', 'cat >/etc/wordpress/config-127.0.0.1.php', {
    input: `<?php
      define('DB_NAME', 'wordpress');
      define('DB_USER', 'wordpress');
      define('DB_PASSWORD', '${password}');
      define('DB_HOST', 'localhost:/run/mysqld/mysqld.sock');
      define('WP_CONTENT_DIR', '${CONTENT}');
      define('AUTOMATIC_UPDATER_DISABLED', true);
      define('WP_HTTP_BLOCK_EXTERNAL', true);
      define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
      define('WP_DEFAULT_THEME', 'plain');
    `,
  });
  await machine.run(
    'root',
    `mkdir -p ${CONTENT}/themes/plain ${CONTENT}/plugins/form-tools ${CONTENT}/plugins/faults
    cp /opt/site/theme/* ${CONTENT}/themes/plain/
    cp /opt/site/form-tools.php ${CONTENT}/plugins/form-tools/
    cp /opt/site/faults.php ${CONTENT}/plugins/faults/
    cp -r /opt/plugin/leadline ${CONTENT}/plugins/leadline
    chown -R www-data ${CONTENT}`,
  );
  const runPhp = (script: string, ...words: readonly string[]): Promise<string> =>
    machine.run('www-data', `${PHP} /opt/site/${script} ${words.join(' ')}`);
  await runPhp('install.php', host, password);
  const [block = '', shortcode = ''] = (await runPhp('activate.php', host)).split(' ');
  const startPhp = async (): Promise<void> => {
    await machine.run(
      'www-data',
      `PHP_CLI_SERVER_WORKERS=${PHP_WORKERS} setsid ${PHP} -S ${host} -t /usr/share/wordpress >/tmp/access.log 2>&1 &`,
    );
    await waitUntil(() => succeeds(fetch(`http://${host}/wp-login.php`)));
  };
  await startPhp();
  return {
    url: `http://${host}`,
    password,
    pages: { block, shortcode },
    query,
    set: async (name, value) => {
      await machine.run('root', `cat >/etc/wordpress/${name}`, { input: value });
    },
    killPhp: async () => {
      await machine.run('root', 'kill -9 $(pidof php php8.4) || true');
    },
    startPhp,
    uninstall: async () => JSON.parse(await runPhp('uninstall.php', host)) as readonly string[],
    readLog: () => machine.run('root', 'cat /tmp/php.log 2>/dev/null || true'),
  };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
