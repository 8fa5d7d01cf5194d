// The licences of everything that the package contains parts of.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

export function describeThirdParties(packages: readonly BundledPackage[]): string {
  const texts = new Set(packages.map(describePackage));
  return `Leadline contains parts of these packages.\n\n${[...texts].join('\n')}`;
}

function describePackage({ folder, name, version, license }: BundledPackage): string {
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${'='.repeat(80)}\n${name} ${version}: ${license ?? 'see below'}\n\n${texts.join('\n\n')}\n`;
}
