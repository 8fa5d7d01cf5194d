// Describes the packages that went into a release as an SBOM (CycloneDX). `npm sbom` can't: it leaves out
// what some workspace also has as a development dependency, such as pg, and lists packages that aren't bundled. Without a serial
// number and a time, which are optional, the same commit gives the same SBOM.

import type { BundledPackage } from './bundled-packages.ts';

export interface Release {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** What npm installs beside it, by version. */
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly license?: string }>>;
}

export interface Sbom {
  readonly metadata: object;
  readonly components: readonly Component[];
}

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

export function describeSbom(release: Release, packages: readonly BundledPackage[], lock: Lockfile): Sbom {
  const installed = Object.entries(release.optionalDependencies).map(([name, version]) => {
    const folder = `node_modules/${name}`;
    const license = lock.packages[folder]?.license;
    return { folder, name, version, ...(license === undefined ? {} : { license }) };
  });
  const components = [
    ...packages.map((each) => describeComponent(each, lock, 'required')),
    ...installed.map((each) => describeComponent(each, lock, 'optional')),
  ];
  const unique = new Map(components.map((component) => [component['bom-ref'], component]));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': packageUrl(release),
        type: 'application',
        name: release.name,
        version: release.version,
        purl: packageUrl(release),
        licenses: describeLicense(release.license),
      },
    },
    components: [...unique.values()],
    dependencies: [{ ref: packageUrl(release), dependsOn: [...unique.keys()] }],
  };
  return document;
}

function describeComponent(
  { folder, name, version, license }: BundledPackage,
  lock: Lockfile,
  scope: 'required' | 'optional',
): Component {
  const purl = packageUrl({ name, version });
  const component = {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    scope,
    purl,
    ...(license === undefined ? {} : { licenses: describeLicense(license) }),
    ...describeHash(lock.packages[folder]?.integrity),
  };
  return component;
}

const packageUrl = ({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** "MIT" is a licence, "(MIT OR Apache-2.0)" an expression. */
const describeLicense = (license: string): readonly object[] =>
  license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }];

function describeHash(integrity: string | undefined): { readonly hashes?: readonly object[] } {
  const hash = /^sha512-(\S+)/.exec(integrity ?? '')?.[1];
  if (hash === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] };
}
