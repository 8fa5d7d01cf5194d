// Builds the image of this version with podman or docker, and prints its name, ID and size.

import { readFileSync } from 'node:fs';
import { buildImage } from '@leadline/testkit/containers/build-image';
import { runTool } from '@leadline/testkit/containers/container-tool';

const { version } = JSON.parse(readFileSync('packages/cli/package.json', 'utf8')) as { version: string };
const image = await buildImage(`leadline:${version}`);
const description = await runTool('image', 'inspect', '--format', '{{.Id}} {{.Size}} bytes', image);
process.stdout.write(`${image} ${description}\n`);
