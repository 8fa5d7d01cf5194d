// Where WordPress is: a Debian in a folder of its own, made once and kept between runs.

import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '../../../../drills/stand-ins/make-wordpress.sh');
const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
export const DEFAULT_WORDPRESS_ROOT = join(CACHE, 'leadline/wordpress');

/** Takes minutes and a Debian mirror the first time. */
export function makeWordPressRoot(folder: string): void {
  execFileSync(SCRIPT, [folder], { stdio: ['ignore', process.stderr, process.stderr] });
}
