// Pushes leads to a real Odoo and pulls outcomes, while the worker is killed ten times and Odoo twice. Needs root, and a folder
// with a Debian that has Odoo; see docs/drills.md.
//   ODOO_ROOT=/path npm run drill -- crm-odoo [--small] [--json]

import { drillCrmOdoo } from '@leadline/testkit/drills/crm-odoo';
import { runDrill } from '@leadline/testkit/drills/run-drill';
import { readOptions } from '@leadline/testkit/read-options';

const { small, json } = readOptions({ small: false, json: false });
const root = process.env.ODOO_ROOT;
if (root === undefined)
  throw new Error('set ODOO_ROOT to a folder with a Debian that has Odoo; see docs/drills.md');
const size = small
  ? { leads: 400, closed: 100, kills: 4, restarts: 1 }
  : { leads: 2_000, closed: 500, kills: 10, restarts: 2 };

await runDrill('crm-odoo', ({ url }, log) => drillCrmOdoo(url, root, size, log), { json });
