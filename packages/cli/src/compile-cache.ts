// Keeps compiled code between starts, which halves the time to load the server. Not in the folder for temporary files,
// which is Node's default: there, another user of the machine could plant code.

import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Does nothing if there is no such folder or it can't be written. NODE_COMPILE_CACHE chooses another one, NODE_DISABLE_COMPILE_CACHE=1 turns
 * it off. */
export function keepCompiledCode(): void {
  try {
    const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
    process.env.NODE_COMPILE_CACHE ||= join(cache, 'leadline'); // for threads
    enableCompileCache(process.env.NODE_COMPILE_CACHE);
  } catch {
    // The user has no home folder.
  }
}
