// Builds an image, by default the one of the checkout, with the npm registry that this machine uses.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTAINER_TOOL, runTool } from './container-tool.ts';

export async function buildImage(image = 'leadline:drill', context = '.'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-image-'));
  const settings = join(folder, 'npmrc');
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
  // Podman's own format has no health checks.
  const format = CONTAINER_TOOL === 'podman' ? ['--format=docker', '--layers'] : [];
  const secrets = [`--secret=id=npmrc,src=${settings}`];
  // A mirror of npm may have a certificate that only this machine trusts.
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities !== undefined) secrets.push(`--secret=id=authorities,src=${authorities}`);
  const cafile = authorities === undefined ? '' : 'cafile=/run/secrets/authorities\n';
  try {
    await writeFile(settings, `registry=${registry}${cafile}`);
    await runTool('build', ...format, '--network=host', ...secrets, '--tag', image, context);
    return image;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
