// Drills of whole machines: containers, units, packages, disks, backups and upgrades. Most need tools that CI doesn't have on every
// push; what they would say is tested here.

import { judgeCompose } from '@leadline/testkit/drills/verdicts/judge-compose';
import {
  judgeFullDisk,
  judgeHostileAccount,
  judgeLowDisk,
  judgeParts,
  judgeRecovery,
  judgeSlowDisk,
  judgeSlowReads,
  judgeTakenConnections,
} from '@leadline/testkit/drills/verdicts/judge-disk';
import { judgeImage } from '@leadline/testkit/drills/verdicts/judge-image';
import { judgePackage } from '@leadline/testkit/drills/verdicts/judge-package';
import { judgePgBackRest } from '@leadline/testkit/drills/verdicts/judge-pgbackrest';
import { judgeRestore } from '@leadline/testkit/drills/verdicts/judge-restore';
import { judgeSystemd } from '@leadline/testkit/drills/verdicts/judge-systemd';
import { judgeUpgrade } from '@leadline/testkit/drills/verdicts/judge-upgrade';
import { judgeWordPress } from '@leadline/testkit/drills/verdicts/judge-wordpress';
import { deliveriesOf, describeVerdict, ledgerOf, sentLead } from './describe-verdict.ts';

const NOTHING_SENT = { deliveries: deliveriesOf(), ledger: ledgerOf() };
const DELIVERED = { deliveries: deliveriesOf('a', 'b'), ledger: ledgerOf('a', 'b') };
const DOWN = { acknowledged: 0, unavailable: 5, ready: 0, unready: 9, lies: 0 };
const UP = { acknowledged: 5, unavailable: 0, ready: 9, unready: 1, lies: 0 };
const NOTICED = { isSo: true, ms: 400 };
const UNNOTICED = { isSo: false, ms: 15_000 };

describeVerdict(
  'disk, after every fault',
  judgeRecovery,
  { recoveryMs: 900, ...DELIVERED, exited: 0, unavailable: { count: 3, withRetryAfter: 3 } },
  {
    'no recovery': [{ recoveryMs: null }, 'recovered by itself'],
    'no leads': [NOTHING_SENT, 'leads acknowledged'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'a process that ended': [{ exited: 1 }, 'API processes that exited'],
    'a 503 without Retry-After': [
      { unavailable: { count: 3, withRetryAfter: 2 } },
      '503 without Retry-After',
    ],
  },
);

describeVerdict(
  'disk, full',
  judgeFullDisk,
  { noticed: NOTICED, watched: DOWN },
  {
    'a disk that was never full': [{ watched: UP }, 'leads turned away with 503'],
    'a full disk that readyz does not notice': [
      { noticed: UNNOTICED },
      'both processes reported 503 on readyz',
    ],
    'a readyz that lies': [
      { watched: { ...DOWN, lies: 1 } },
      'readyz 200 although leads could not be stored',
    ],
    'a readyz that was never asked': [{ watched: { ...DOWN, unready: 0 } }, 'answers of readyz'],
  },
);

describeVerdict(
  'disk, almost full',
  judgeLowDisk,
  { noticed: NOTICED, watched: DOWN, timesOutOfSpace: 0 },
  {
    'a limit that is ignored': [{ watched: { ...DOWN, acknowledged: 1 } }, 'leads acknowledged meanwhile'],
    'a PostgreSQL that ran out of space': [{ timesOutOfSpace: 1 }, 'times PostgreSQL ran out of space'],
    'a readyz that lies': [{ watched: { ...DOWN, ready: 1 } }, 'readyz 200 while too little was left'],
    'a readyz that was never asked': [{ watched: { ...DOWN, unready: 0 } }, 'answers of readyz'],
    'no leads': [{ watched: { ...DOWN, unavailable: 0 } }, 'leads turned away with 503'],
    'a disk that readyz does not notice': [{ noticed: UNNOTICED }, 'both processes reported 503 on readyz'],
  },
);

describeVerdict(
  'disk, slow',
  judgeSlowDisk,
  { slow: UP, noticed: NOTICED, stalled: DOWN },
  {
    'no leads while it was slow': [{ slow: { ...UP, acknowledged: 0 } }, 'leads acknowledged meanwhile'],
    'leads turned away because it was slow': [
      { slow: { ...UP, unavailable: 1 } },
      'leads answered 503 meanwhile',
    ],
    'a readyz that gives up': [{ slow: { ...UP, unready: 9 } }, 'readyz 200 more often than 503'],
    'a stall that readyz does not notice': [
      { noticed: UNNOTICED },
      'both processes reported 503 on readyz while it stalled',
    ],
    'a readyz that was never asked': [{ stalled: { ...DOWN, unready: 0 } }, 'answers of readyz'],
    'a stall that never came': [{ stalled: UP }, 'leads turned away with 503 while it stalled'],
    'a readyz that lies': [
      { stalled: { ...DOWN, lies: 1 } },
      'readyz 200 although leads could not be stored',
    ],
  },
);

describeVerdict(
  'disk, a hostile account',
  judgeHostileAccount,
  { statuses: [200, 402], usedBytes: 9, limitBytes: 10, unavailable: 0 },
  {
    'an account that sent nothing': [{ statuses: [], usedBytes: 0 }, 'leads of the hostile account stored'],
    'an account that was never stopped': [
      { statuses: [200] },
      'leads of the hostile account rejected with 402',
    ],
    'an account that stored too much': [{ usedBytes: 11 }, 'bytes stored beyond its limit'],
    'a size that could not be read': [{ usedBytes: 0 }, 'bytes stored by it'],
    'an account that others suffer from': [{ unavailable: 1 }, 'leads of the normal tenant answered 503'],
  },
);

describeVerdict(
  'disk, no connections',
  judgeTakenConnections,
  { watched: UP, taken: 90 },
  {
    'connections that nobody took': [{ taken: 0 }, 'connections taken'],
    'no leads': [{ watched: { ...UP, acknowledged: 0 } }, 'leads acknowledged meanwhile'],
    'leads turned away': [{ watched: { ...UP, unavailable: 1 } }, 'leads answered 503 meanwhile'],
    'a readyz that gives up': [{ watched: { ...UP, unready: 9 } }, 'readyz 200 more often than 503'],
  },
);

describeVerdict(
  'disk, slow reads',
  judgeSlowReads,
  { watched: UP, statuses: [200, 503], planned: 2 },
  {
    'too few reads': [{ statuses: [200] }, 'slow reads'],
    'an error': [{ statuses: [200, 500] }, 'slow reads answered 500'],
    'leads turned away': [{ watched: { ...UP, unavailable: 1 } }, 'leads answered 503 meanwhile'],
    'a readyz that gives up': [{ watched: { ...UP, unready: 9 } }, 'readyz 200 more often than 503'],
    'leads that wait for reads': [{ watched: { ...UP, acknowledged: 0 } }, 'leads acknowledged meanwhile'],
  },
);

describeVerdict(
  'disk, all of it',
  judgeParts,
  { 'full disk': [{ name: 'a', expected: 0, actual: 0 }] },
  {
    'a part that this machine does not allow': [{ 'full disk': null }, 'full disk'],
    'a part that failed': [{ 'full disk': [{ name: 'a', expected: 0, actual: 1 }] }, 'full disk: a'],
  },
);

const MOMENT = '2026-11-18 12:00:00+00';
const AT = Date.parse('2026-11-18T12:00:00Z');
const [EARLY, LATE] = [sentLead('early', AT - 20, AT - 10), sentLead('late', AT + 10, AT + 20)];
const VERIFIED = { passed: true, replays: { identical: 1, different: 0 } };

describeVerdict(
  'restore',
  judgeRestore,
  { sent: [EARLY, LATE], moment: MOMENT, restored: ledgerOf('early'), verified: VERIFIED },
  {
    'no leads': [{ sent: [], restored: ledgerOf() }, 'leads acknowledged before the moment'],
    'no leads after the moment': [{ sent: [EARLY] }, 'leads sent after the moment'],
    'a lost lead': [{ restored: ledgerOf() }, 'leads acknowledged before the moment and missing'],
    'a restore to a later moment': [
      { restored: ledgerOf('early', 'late') },
      'leads sent after the moment and present',
    ],
    'a lead that failed': [
      { sent: [EARLY, { ...LATE, leadId: null, failure: '503' }] },
      'leads not acknowledged',
    ],
    'usage of another moment': [
      { restored: { ...ledgerOf('early'), usage: 2 } },
      'usage is that of the moment',
    ],
    'a bad backup': [{ verified: { ...VERIFIED, passed: false } }, '`backup verify` finds the backup good'],
    'no replays': [
      { verified: { passed: true, replays: { identical: 0, different: 0 } } },
      'leads that replay to the same result',
    ],
    'a replay that differs': [
      { verified: { passed: true, replays: { identical: 1, different: 1 } } },
      'leads that replay to another result',
    ],
  },
);

describeVerdict(
  'pgbackrest',
  judgePgBackRest,
  {
    sent: [EARLY, LATE],
    moment: MOMENT,
    goodBackups: 1,
    goodBackupsWithCell: 2,
    restored: ledgerOf('early'),
    erasedStatus: 200,
    erased: 'ana@example.org',
    erasedByLog: 'ana@example.org',
    keptVersion: '18',
    leadsInCell: 1,
  },
  {
    'no leads': [{ sent: [], restored: ledgerOf(), leadsInCell: 0 }, 'leads acknowledged before the moment'],
    'no good backup': [{ goodBackups: 0 }, '`backup verify` finds the backup good'],
    'a lost lead': [{ restored: ledgerOf() }, 'leads acknowledged before the moment and missing'],
    'usage of another moment': [
      { restored: { ...ledgerOf('early'), usage: 2 } },
      'usage is that of the moment',
    ],
    'a restore to a later moment': [
      { restored: ledgerOf('early', 'late') },
      'leads sent after the moment and present',
    ],
    'a lead that failed': [
      { sent: [EARLY, { ...LATE, leadId: null, failure: '503' }] },
      'leads not acknowledged',
    ],
    'a person who was not erased': [{ erasedStatus: 404 }, 'erasing a person after the moment'],
    'an erasure that was forgotten': [{ erasedByLog: '' }, 'who was erased, from the saved audit log'],
    'an old folder that is gone': [{ keptVersion: '' }, 'the old folder is kept'],
    'a move that lost leads': [{ leadsInCell: 0 }, 'leads in the cell'],
    'a cell without a backup': [{ goodBackupsWithCell: 1 }, 'cells whose backup `backup verify` finds good'],
  },
);

describeVerdict(
  'upgrade',
  judgeUpgrade,
  {
    planned: [{ name: '9001' }],
    added: ['9001'],
    versionBefore: '0001',
    versionAfter: '9001',
    sent: [sentLead('a', 10, 20), sentLead('b', 110, 120)],
    phases: { before: [0, 100], 'while it migrated': [100, 200] },
    ledger: ledgerOf('a', 'b'),
    isIndexValid: true,
    readyStatuses: [200, 200, 200, 200],
  },
  {
    'no migration': [{ planned: [], added: [] }, 'migrations'],
    'a migration that was not planned': [
      { added: ['9001', '9002'] },
      'migrations of the drill that the new release does not have',
    ],
    'a migration that did not run': [{ versionAfter: '0001' }, 'the schema has changed'],
    'no phases': [{ phases: {} }, 'phases'],
    'no leads': [{ sent: [], ledger: ledgerOf() }, 'leads acknowledged while it migrated'],
    'no leads during the migration': [
      { sent: [sentLead('a', 10, 20)], ledger: ledgerOf('a') },
      'leads acknowledged while it migrated',
    ],
    'a lead that failed': [
      { sent: [sentLead('a', 10, 20), { ...sentLead('b', 110, 120), leadId: null, failure: '503' }] },
      'leads that failed',
    ],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing'],
    'a lead stored twice': [{ ledger: ledgerOf('a', 'b', 'c') }, 'leads stored'],
    'a lead counted twice': [{ ledger: { ...ledgerOf('a', 'b'), usage: 3 } }, 'usage'],
    'an invalid index': [{ isIndexValid: false }, 'the index on leads is valid'],
    'a process that was not replaced': [
      { readyStatuses: [200, 200, 200] },
      'processes that replaced another',
    ],
    'a process that is not ready': [
      { readyStatuses: [200, 503, 200, 200] },
      'of these, not ready on the new schema',
    ],
  },
);

const CONFINED = {
  user: '1000',
  status: 'CapEff:\t0000000000000000\nNoNewPrivs:\t1\n',
  canWrite: false,
  health: 'healthy',
};
const STOP = { code: 0, seconds: 1 };

describeVerdict(
  'image',
  judgeImage,
  {
    confinement: CONFINED,
    plannedStarts: 1,
    duringStart: [{ code: 143, seconds: 1 }],
    plannedStops: 1,
    underLoad: [STOP, STOP],
    heldStatuses: [200],
    heldStored: 1,
    ...DELIVERED,
  },
  {
    'a container of root': [{ confinement: { ...CONFINED, user: '0' } }, 'user'],
    capabilities: [
      { confinement: { ...CONFINED, status: 'CapEff:\t00000000a80425fb\nNoNewPrivs:\t1' } },
      'capabilities',
    ],
    'a status that could not be read': [{ confinement: { ...CONFINED, status: '' } }, 'no new privileges'],
    'an image that can be changed': [
      { confinement: { ...CONFINED, canWrite: true } },
      'writing to the image',
    ],
    'a container that is not healthy': [
      { confinement: { ...CONFINED, health: 'unhealthy' } },
      'health check',
    ],
    'no stops during a start': [{ plannedStarts: 0, duringStart: [] }, 'stops planned during a start'],
    'a stop that is missing': [{ duringStart: [] }, 'stops during a start'],
    'a crash during a start': [
      { duringStart: [{ code: 1, seconds: 1 }] },
      'unexpected exit codes during a start',
    ],
    'a slow stop during a start': [
      { duringStart: [{ code: 0, seconds: 6 }] },
      'stops during a start that took more than 5 s',
    ],
    'no stops under load': [
      { plannedStops: 0, underLoad: [STOP], heldStatuses: [], heldStored: 0 },
      'stops planned under load',
    ],
    'a worker that was not stopped': [{ underLoad: [STOP] }, 'stops under load'],
    'a crash under load': [
      { underLoad: [STOP, { code: 137, seconds: 1 }] },
      'exit codes other than 0 under load',
    ],
    'a slow stop under load': [
      { underLoad: [STOP, { code: 0, seconds: 6 }] },
      'stops under load that took more than 5 s',
    ],
    'a half-sent lead that was cut off': [
      { heldStatuses: [0] },
      'leads half sent before SIGTERM, answered 200',
    ],
    'a half-sent lead that is missing': [{ heldStored: 0 }, 'of these, stored'],
    'no leads': [NOTHING_SENT, 'leads acknowledged'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
  },
);

const SERVICES = ['api', 'api', 'caddy', 'postgres', 'worker'];
const RECOVERIES = SERVICES.map((service) => ({ service, seconds: 9 }));

describeVerdict(
  'compose',
  judgeCompose,
  {
    services: SERVICES,
    page: '<div id="root"></div>',
    recoveries: RECOVERIES,
    settings: 'warn\nhttps://localhost',
    failedJobs: 'no failed jobs',
    plan: 'up to date',
    ...DELIVERED,
    restoredStatus: 200,
    restoredLedger: ledgerOf('a', 'b'),
  },
  {
    'nothing that runs': [{ services: [] }, 'services'],
    'no kills': [{ recoveries: [] }, 'containers killed'],
    'a container that was not killed': [{ recoveries: RECOVERIES.slice(1) }, 'containers killed'],
    'a container that stays down': [
      { recoveries: RECOVERIES.with(2, { service: 'caddy', seconds: 60 }) },
      'healthy within 60 s of a kill: 3, caddy',
    ],
    'no dashboard': [{ page: 'Bad Gateway' }, 'dashboard through Caddy'],
    'settings that are ignored': [{ settings: '' }, 'settings from leadline.env'],
    'a command that fails': [{ failedJobs: '' }, 'a command for the operator'],
    'a schema that is old': [{ plan: '1 migration' }, 'what an upgrade would change'],
    'no leads': [NOTHING_SENT, 'leads acknowledged'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
    'a restore that lost a lead': [
      { restoredLedger: ledgerOf('a') },
      'restored: acknowledged leads missing from the database',
    ],
    'a restore that does not answer': [{ restoredStatus: 502 }, 'status of a list after restoring'],
  },
);

const UNIT = {
  name: 'leadline-worker',
  user: 62_000,
  exposure: 1.2,
  restarts: '1',
  stopped: 'success 0',
  secondsToStop: 1,
};
const unit = (changes: Partial<typeof UNIT>) => ({ units: [UNIT, UNIT, { ...UNIT, ...changes }] });

describeVerdict(
  'systemd',
  judgeSystemd,
  { complaints: '', metrics: [200, 200, 200], units: [UNIT, UNIT, UNIT], ...DELIVERED },
  {
    'no units': [{ units: [] }, 'units'],
    'no metrics': [{ metrics: [] }, 'answers of the metrics ports'],
    'a complaint': [{ complaints: 'Unknown key' }, 'systemd-analyze verify'],
    'a unit that runs as root': [unit({ user: 0 }), 'leadline-worker: a user of its own'],
    'a user that could not be read': [unit({ user: Number.NaN }), 'leadline-worker: a user of its own'],
    'an exposed unit': [unit({ exposure: 2 }), 'leadline-worker: exposure below 2'],
    'an exposure that could not be read': [
      unit({ exposure: Number.NaN }),
      'leadline-worker: exposure below 2',
    ],
    'a unit that was not killed': [unit({ restarts: '0' }), 'leadline-worker: restarts'],
    'a unit that fails to stop': [
      unit({ stopped: 'timeout 9' }),
      'leadline-worker: result and exit code of a stop',
    ],
    'a unit that stops slowly': [unit({ secondsToStop: 5.9 }), 'leadline-worker: stopped within 5 s'],
    'no leads': [NOTHING_SENT, 'leads acknowledged'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'acknowledged leads missing from the database'],
  },
);

const INSTALLED = {
  npm: '11.1.0',
  missingFromSbom: 'none',
  posted: 200,
  readBy: 'local',
  dashboard: 200,
  reference: 200,
  documentation: 200,
  imported: '2 leads stored',
  version: '1.2.3',
  printedVersion: '1.2.3',
  exitCode: 0,
  secondsToStop: 1,
  isPostgresRunning: false,
};
const NEXT = { ...INSTALLED, npm: '12.0.0' };
const npm = (changes: object) => ({ installations: [NEXT, { ...INSTALLED, ...changes }] });

describeVerdict(
  'package',
  judgePackage,
  { networks: ['lo'], installations: [INSTALLED, NEXT] },
  {
    'no installation': [{ installations: [] }, 'versions of npm'],
    'the same npm twice': [
      { installations: [INSTALLED, { ...INSTALLED, npm: '11.2.0' }] },
      'versions of npm',
    ],
    'a network': [{ networks: ['lo', 'eth0'] }, 'networks it could reach'],
    'a package that is missing from the SBOM': [
      npm({ missingFromSbom: 'ajv 8.0.0' }),
      'npm 11.1.0: missing from the SBOM',
    ],
    'a lead that failed': [npm({ posted: 500 }), 'npm 11.1.0: a lead'],
    'an AI that is missing': [npm({ readBy: null }), 'npm 11.1.0: read by the AI'],
    'a dashboard that is missing': [npm({ dashboard: 404 }), 'npm 11.1.0: script of the dashboard'],
    'a reference that is missing': [npm({ reference: 404 }), 'npm 11.1.0: API reference'],
    'documentation that is missing': [npm({ documentation: 404 }), 'npm 11.1.0: documentation'],
    'an import that failed': [npm({ imported: '' }), 'npm 11.1.0: rows imported'],
    'another version': [npm({ printedVersion: null }), 'npm 11.1.0: version'],
    'a crash': [npm({ exitCode: null }), 'npm 11.1.0: exit code after SIGTERM'],
    'a slow stop': [npm({ secondsToStop: 5 }), 'npm 11.1.0: stopped within 5 s'],
    'a PostgreSQL that is left running': [npm({ isPostgresRunning: true }), 'npm 11.1.0: PostgreSQL stopped'],
  },
);

const SCORES = {
  'contact-form-7': '81 in both',
  wpforms: '74 in both',
  'gravity-forms': '74 in both',
  elementor: '74 in both',
  'ninja-forms': '74 in both',
};
const notSent = (tool: keyof typeof SCORES) => ({
  scores: { ...SCORES, [tool]: '74 in WordPress,  in Leadline' },
});

describeVerdict(
  'wordpress',
  judgeWordPress,
  {
    testNotice: 'It works. The test lead scored 69 (Warm).',
    savedKeyShown: false,
    scores: SCORES,
    shownInEntries: 2,
    embedded: 2,
    takenWrongly: 0,
    postsWhileDown: 2,
    answersLost: 1,
    phpKills: 1,
    emails: ['a', 'b'],
    ledger: ledgerOf('a', 'b'),
    bodiesKept: 0,
    scriptsNotEscaped: [],
    scriptsTried: 9,
    forged: [],
    forgeriesTried: 9,
    keyFound: [],
    left: [],
    phpLog: '',
  },
  {
    'a test button that fails': [{ testNotice: 'not accepted' }, 'the test button shows the score'],
    'a key that is printed': [{ savedKeyShown: true }, 'the saved key in a page'],
    'a form of Contact Form 7 that is not sent': [notSent('contact-form-7'), 'a form of contact-form-7'],
    'a form of WPForms that is not sent': [notSent('wpforms'), 'a form of wpforms'],
    'a form of Gravity Forms that is not sent': [notSent('gravity-forms'), 'a form of gravity-forms'],
    'a form of Elementor that is not sent': [notSent('elementor'), 'a form of elementor'],
    'a form of Ninja Forms that is not sent': [notSent('ninja-forms'), 'a form of ninja-forms'],
    'no form at all': [{ scores: {} }, 'a form of wpforms'],
    'a score that is not shown': [{ shownInEntries: 1 }, 'form tools that show the score in the entry'],
    'a block without its form': [{ embedded: 1 }, 'pages with the form'],
    'a lead without consent': [{ takenWrongly: 1 }, 'leads taken although they should not be'],
    'no posts': [{ postsWhileDown: 0, emails: [], ledger: ledgerOf() }, 'posts while Leadline was down'],
    'no lost answers': [{ answersLost: 0 }, 'answers lost on the way'],
    'no kill': [{ phpKills: 0 }, 'kills of PHP while it sent'],
    'a lost lead': [{ ledger: ledgerOf('a') }, 'posted leads missing from Leadline'],
    'a lead that was sent twice': [{ ledger: ledgerOf('a', 'b', 'b') }, 'leads stored twice'],
    'leads that are kept': [{ bodiesKept: 1 }, 'personal data kept after sending'],
    'no scripts': [{ scriptsTried: 0 }, 'scripts tried'],
    'a script that runs': [{ scriptsNotEscaped: ['url'] }, 'scripts not escaped'],
    'no forgeries': [{ forgeriesTried: 0 }, 'forged requests tried'],
    'a forged request that works': [
      { forged: ['settings without a nonce'] },
      'forged requests that changed something',
    ],
    'a key in a list of options': [{ keyFound: ['/wp-admin/options.php'] }, 'places that show the key'],
    'a table that stays': [{ left: ['wp_leadline_leads'] }, 'left after uninstalling'],
    'a warning': [{ phpLog: 'PHP Warning: undefined' }, 'errors and warnings of PHP'],
  },
);
