// Builds the image from the checkout, with the npm registry that this machine uses.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTAINER_TOOL, runTool } from './container-tool.ts';

const IMAGE = 'leadline:drill';

export async function buildImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-image-'));
  const settings = join(folder, 'npmrc');
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
  // Podman's own format has no health checks.
  const format = CONTAINER_TOOL === 'podman' ? ['--format=docker', '--layers'] : [];
  try {
    await writeFile(settings, `registry=${registry}`);
    await runTool(
      'build',
      ...format,
      '--network=host',
      `--secret=id=npmrc,src=${settings}`,
      '--tag',
      IMAGE,
      '.',
    );
    return IMAGE;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
