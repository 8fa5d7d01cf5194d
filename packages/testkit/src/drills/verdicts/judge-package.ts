// The verdict of the package drill.

import { type Check, check, checkAtLeast } from '../drill.ts';

export interface PackageFacts {
  /** Of the machine it ran on, or null if it isn't cut off from others. */
  readonly networks: readonly string[] | null;
  readonly installations: readonly InstallationFacts[];
}

export interface InstallationFacts {
  /** Its version. */
  readonly npm: string;
  /** Packages that are installed but not in the SBOM. */
  readonly missingFromSbom: string;
  readonly posted: number;
  /** Who read the lead, or null. */
  readonly readBy: string | null;
  readonly dashboard: number;
  readonly reference: number;
  readonly documentation: number;
  /** What `leadline import` printed about two rows. */
  readonly imported: string;
  readonly version: string;
  readonly printedVersion: string | null;
  /** Null if it was killed. */
  readonly exitCode: number | null;
  readonly secondsToStop: number;
  readonly isPostgresRunning: boolean;
}

const MAX_STOP_SECONDS = 5;

export const judgePackage = ({ networks, installations }: PackageFacts): Check[] => [
  ...(networks === null ? [] : [check('networks it could reach', networks.join(', '), 'lo')]),
  checkAtLeast('versions of npm', new Set(installations.map(({ npm }) => npm.split('.')[0])).size, 2),
  ...installations.flatMap((one) =>
    [
      check('missing from the SBOM', one.missingFromSbom, 'none'),
      check('a lead', one.posted, 200),
      check('read by the AI', one.readBy ?? 'nobody', 'local'),
      check('script of the dashboard', one.dashboard, 200),
      check('API reference', one.reference, 200),
      check('documentation', one.documentation, 200),
      check('rows imported', /(\d+) leads stored/.exec(one.imported)?.[1] ?? one.imported, '2'),
      check('version', one.printedVersion ?? 'none', one.version),
      check('exit code after SIGTERM', one.exitCode ?? 'killed', 0),
      check(
        'stopped within 5 s',
        one.secondsToStop < MAX_STOP_SECONDS ? 'yes' : `${one.secondsToStop.toFixed(1)} s`,
        'yes',
      ),
      check('PostgreSQL stopped', one.isPostgresRunning ? 'no' : 'yes', 'yes'),
    ].map((entry) => ({ ...entry, name: `npm ${one.npm}: ${entry.name}` })),
  ),
];
