// compose.yaml as its own project, with settings of its own and empty volumes.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopOnSignal } from '../service/stop-on-signal.ts';

const run = promisify(execFile);
const PROJECT = 'leadline-drill';

export interface ComposeContainer {
  readonly id: string;
  readonly service: string;
}

export interface ComposeProject {
  /** Runs a line of shell in which `docker compose` is about this project. Its folder is $FOLDER. */
  shell(line: string): Promise<string>;
  listContainers(): Promise<readonly ComposeContainer[]>;
  /** As its owner, at the address that PostgreSQL has now. */
  databaseUrl(): Promise<string>;
  remove(): Promise<void>;
}

export async function makeComposeProject(image: string): Promise<ComposeProject> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-compose-'));
  const file = join(folder, 'env');
  const secrets = join(folder, 'secrets');
  await run('deploy/compose/make-secrets.sh', [secrets]);
  const ownerPassword = (await readFile(join(secrets, 'owner-password'), 'utf8')).trim();
  const settings = {
    SITE: 'localhost',
    SECRETS: secrets,
    LEADLINE_IMAGE: image,
    LEADLINE_ENV: join(folder, 'leadline.env'),
  };
  await writeFile(settings.LEADLINE_ENV, 'LOG_LEVEL=warn\n');
  await writeFile(
    file,
    Object.entries(settings)
      .map((setting) => `${setting.join('=')}\n`)
      .join(''),
    { mode: 0o600 },
  );
  const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT, COMPOSE_ENV_FILES: file, FOLDER: folder };
  const shell = async (line: string): Promise<string> =>
    (await run('sh', ['-c', line], { env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
  const listContainers = async (): Promise<ComposeContainer[]> =>
    (await shell("docker compose ps --format '{{.ID}} {{.Service}}'")).split('\n').map((line) => {
      const [id = '', service = ''] = line.split(' ');
      return { id, service };
    });
  // A drill that was killed may have left its volumes, which have other passwords.
  await shell('docker compose down --volumes --timeout 10');
  const remove = async (): Promise<void> => {
    stopOnSignal.delete(remove);
    await shell('docker compose down --volumes --timeout 10');
    await rm(folder, { recursive: true, force: true });
  };
  stopOnSignal.add(remove);
  return {
    shell,
    listContainers,
    databaseUrl: async () => {
      const { id } = (await listContainers()).find(
        ({ service }) => service === 'postgres',
      ) as ComposeContainer;
      const address = await inspect(
        id,
        `{{(index .NetworkSettings.Networks "${PROJECT}_database").IPAddress}}`,
      );
      return `postgres://leadline_owner:${ownerPassword}@${address}/leadline`;
    },
    remove,
  };
}

export async function inspect(id: string, format: string): Promise<string> {
  return (await run('docker', ['inspect', '--format', format, id])).stdout.trim();
}
