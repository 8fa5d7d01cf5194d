// Leads are pushed to a real Odoo, and what was decided there is pulled, while the worker is killed and Odoo restarts: every lead
// becomes exactly one record, every decision exactly one outcome, and nothing that a user of Odoo has edited is overwritten.

import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@leadline/server';
import type pg from 'pg';
import { OdooServer } from '../crm/odoo-server.ts';
import { call } from '../http/call.ts';
import { makeLeadFrom } from '../leads/make-lead.ts';
import { type LeadlineProcess, spawnApi, spawnWorker } from '../service/spawn-leadline.ts';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { judgeCrmOdoo } from './verdicts/judge-crm-odoo.ts';

export interface CrmOdooSize {
  readonly leads: number;
  readonly closed: number;
  readonly kills: number;
  readonly restarts: number;
}

const ODOO_PORT = 8_170;
const GIVE_UP_MS = 600_000;
const BATCH = 100;
const CLOSED_AT_ONCE = 25;
const EDITED_SHARE = 0.05;

export async function drillCrmOdoo(
  databaseUrl: string,
  odooRoot: string,
  size: CrmOdooSize,
  log: Log = silent,
): Promise<DrillResult> {
  const owner = openPool(databaseUrl, { size: 2 });
  const processes: LeadlineProcess[] = [];
  log('starting Odoo');
  const odoo = await OdooServer.start(odooRoot, ODOO_PORT);
  const stop = (): Promise<void> => odoo.stop();
  stopOnSignal.add(stop);
  try {
    const api = await spawnApi(databaseUrl, 0, 'error');
    processes.push(api);
    return await new Drill(databaseUrl, api.url, owner, odoo, processes, log).run(size);
  } finally {
    for (const leadline of processes) await leadline.kill('SIGKILL');
    stopOnSignal.delete(stop);
    await stop();
    await owner.end();
  }
}

interface OdooRecord {
  readonly id: number;
  readonly email_from: string;
  readonly contact_name: string | false;
  readonly x_leadline_link: string | false;
  readonly x_leadline_score: number;
}

class Drill {
  readonly #databaseUrl: string;
  readonly #apiUrl: string;
  readonly #owner: pg.Pool;
  readonly #odoo: OdooServer;
  readonly #processes: LeadlineProcess[];
  readonly #log: Log;
  #accountId = '';
  #key = '';
  #kills = 0;
  #killsAtWork = 0;
  #restarts = 0;

  constructor(
    databaseUrl: string,
    apiUrl: string,
    owner: pg.Pool,
    odoo: OdooServer,
    processes: LeadlineProcess[],
    log: Log,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#apiUrl = apiUrl;
    this.#owner = owner;
    this.#odoo = odoo;
    this.#processes = processes;
    this.#log = log;
  }

  async run(size: CrmOdooSize): Promise<DrillResult> {
    const { accountId, liveKey } = await makeAccount(this.#databaseUrl, null);
    this.#accountId = accountId;
    this.#key = liveKey;
    await this.#connect();
    await this.#startWorker();
    await this.#sendLeads(size.leads);

    const pushKills = Math.ceil(size.kills / 2);
    const pushStartedAt = performance.now();
    await this.#disturb(pushKills, Math.ceil(size.restarts / 2), () => this.#count('crm_queue'));
    await this.#until('every lead is pushed', async () => (await this.#count('crm_queue')) === 0);
    const pushSeconds = secondsSince(pushStartedAt);

    const records = await this.#readRecords();
    const edited = await this.#editSome(records, Math.ceil(size.leads * EDITED_SHARE));
    await this.#correctLeads(edited);
    const decided = await this.#close(records, size.closed);
    const pullStartedAt = performance.now();
    await this.#sync();
    const left = async (): Promise<number> => size.closed - (await this.#count('outcomes'));
    await this.#disturb(size.kills - pushKills, Math.floor(size.restarts / 2), left);
    await this.#until('every outcome is pulled', async () => {
      if ((await left()) <= 0 && (await this.#count('crm_queue')) === 0) return true;
      await this.#sync();
      await sleep(1_000);
      return false;
    });
    const pullSeconds = secondsSince(pullStartedAt);
    // Once more from the start, to give whatever could be counted twice the chance to.
    await this.#owner.query('update leadline.crm_connections set pulled = null where account_id = $1', [
      accountId,
    ]);
    await this.#sync();
    await this.#until('the last sync ends', () => this.#isIdle());
    return this.#judge(size, edited, decided, { pushSeconds, pullSeconds });
  }

  async #connect(): Promise<void> {
    const body = { vendor: 'odoo', ...this.#odoo.login };
    const answer = await call(this.#apiUrl, '/api/crm', body, { key: this.#key, method: 'PUT' });
    if (answer.status !== 200) throw new Error(`failed to connect: ${answer.text}`);
  }

  async #sendLeads(count: number): Promise<void> {
    this.#log(`sending ${count} leads`);
    for (let from = 0; from < count; from += BATCH) {
      const leads = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
        makeLeadFrom(emailOf(from + index)),
      );
      const answer = await call(this.#apiUrl, '/api/batch', { leads }, { key: this.#key });
      if (answer.status !== 200) throw new Error(`the API rejected leads: ${answer.text}`);
    }
  }

  async #sync(): Promise<void> {
    await call(this.#apiUrl, '/api/crm/runs', { kind: 'sync' }, { key: this.#key });
  }

  async #startWorker(): Promise<void> {
    this.#processes[1] = await spawnWorker(this.#databaseUrl, 'error', {
      PUBLIC_URL: 'https://leads.example.org',
    });
  }

  /** Kills the worker whenever it has got on, and Odoo in between. */
  async #disturb(kills: number, restarts: number, countLeft: () => Promise<number>): Promise<void> {
    for (let kill = 0; kill < kills; kill++) {
      const left = await countLeft();
      await this.#until('the worker gets on', async () => {
        const now = await countLeft();
        return now < left || now <= 0;
      });
      await sleep(Math.random() * 700);
      const before = await countLeft();
      await this.#processes[1]?.kill('SIGKILL');
      this.#kills++;
      if (before > 0) this.#killsAtWork++;
      this.#log(`kill ${this.#kills}, ${before} left`);
      if (kill < restarts) {
        await this.#startWorker();
        await this.#until('the worker gets on', async () => {
          const now = await countLeft();
          return now < before || now <= 0;
        });
        await this.#odoo.killOdoo();
        this.#log('Odoo killed');
        await sleep(3_000);
        await this.#odoo.startOdoo();
        this.#restarts++;
        await this.#sync();
      } else await this.#startWorker();
    }
  }

  async #readRecords(): Promise<OdooRecord[]> {
    const fields = ['email_from', 'contact_name', 'x_leadline_link', 'x_leadline_score'];
    const domain = [['active', 'in', [true, false]]];
    return (await this.#odoo.call('crm.lead', 'search_read', [domain], {
      fields,
      order: 'id',
    })) as OdooRecord[];
  }

  /** What a user of Odoo would correct. */
  async #editSome(records: readonly OdooRecord[], count: number): Promise<OdooRecord[]> {
    const edited = records.filter((_, index) => index % 4 === 1).slice(0, count);
    for (const { id } of edited)
      await this.#odoo.call('crm.lead', 'write', [[id], { contact_name: editedName(id) }]);
    return edited;
  }

  /** The same people are corrected here, differently. */
  async #correctLeads(records: readonly OdooRecord[]): Promise<void> {
    for (const { x_leadline_link: link } of records) {
      const leadId = String(link).split('/').at(-1);
      const body = { name: 'Corrected Here', phone: '+12125550199', rescore: true };
      const answer = await call(this.#apiUrl, `/api/leads/${leadId}/contact`, body, {
        key: this.#key,
        method: 'PATCH',
      });
      if (answer.status !== 200) throw new Error(`the API rejected a correction: ${answer.text}`);
    }
  }

  /** Returns the decisions by lead: every third is lost. */
  async #close(records: readonly OdooRecord[], count: number): Promise<Map<string, string>> {
    this.#log(`closing ${count} opportunities in Odoo`);
    const closed = records.filter((_, index) => index % 4 === 0).slice(0, count);
    const decided = new Map<string, string>();
    for (let from = 0; from < closed.length; from += CLOSED_AT_ONCE) {
      const part = closed.slice(from, from + CLOSED_AT_ONCE);
      const won = part.filter(({ id }) => id % 3 !== 0);
      const lost = part.filter(({ id }) => id % 3 === 0);
      const ids = (rows: readonly OdooRecord[]): number[] => rows.map(({ id }) => id);
      await this.#odoo.call('crm.lead', 'write', [ids(won), { expected_revenue: 1_000 + from }]);
      await this.#odoo.call('crm.lead', 'action_set_won', [ids(won)]);
      await this.#odoo.call('crm.lead', 'action_set_lost', [ids(lost)]);
      for (const row of won) decided.set(leadOf(row), `won ${1_000 + from}`);
      for (const row of lost) decided.set(leadOf(row), 'lost');
    }
    return decided;
  }

  async #count(table: 'crm_queue' | 'outcomes'): Promise<number> {
    const { rows } = await this.#owner.query<{ count: number }>(
      `select count(*)::integer as count from leadline.${table} where account_id = $1`,
      [this.#accountId],
    );
    // New leads wait in the outbox first.
    const waiting = table === 'crm_queue' ? await this.#countOutbox() : 0;
    return (rows[0]?.count ?? 0) + waiting;
  }

  async #countOutbox(): Promise<number> {
    const { rows } = await this.#owner.query<{ count: number }>(
      `select count(*)::integer as count from leadline.outbox where account_id = $1 and kind = 'lead.scored'`,
      [this.#accountId],
    );
    return rows[0]?.count ?? 0;
  }

  async #isIdle(): Promise<boolean> {
    const { rows } = await this.#owner.query(
      `select from leadline.crm_runs where account_id = $1 and status in ('queued', 'running')`,
      [this.#accountId],
    );
    return rows.length === 0;
  }

  async #until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    for (const until = performance.now() + GIVE_UP_MS; performance.now() < until; await sleep(200))
      if (await isTrue()) return;
    throw new Error(`timed out: ${what}`);
  }

  async #judge(
    size: CrmOdooSize,
    edited: readonly OdooRecord[],
    decided: ReadonlyMap<string, string>,
    figures: { readonly pushSeconds: number; readonly pullSeconds: number },
  ): Promise<DrillResult> {
    const records = await this.#readRecords();
    const { rows: outcomes } = await this.#owner.query<{ lead: string; outcome: string }>(
      `select 'lead_' || replace(lead_id::text, '-', '') as lead,
         outcome || coalesce(' ' || amount::integer, '') as outcome
       from leadline.outcomes where account_id = $1`,
      [this.#accountId],
    );
    const { rows: linked } = await this.#owner.query<{ count: number }>(
      'select count(*)::integer as count from leadline.crm_records where account_id = $1',
      [this.#accountId],
    );
    return {
      checks: judgeCrmOdoo({
        planned: size,
        records: records.map((row) => ({
          id: row.id,
          email: row.email_from,
          lead: leadOf(row),
          name: String(row.contact_name),
          score: row.x_leadline_score,
        })),
        links: linked[0]?.count ?? 0,
        outcomes,
        decided,
        edited: new Map(edited.map(({ id }) => [id, editedName(id)])),
        kills: this.#kills,
        killsAtWork: this.#killsAtWork,
        restarts: this.#restarts,
      }),
      figures: {
        leads: size.leads,
        'seconds to push all, with kills': figures.pushSeconds,
        'seconds to pull all, with kills': figures.pullSeconds,
      },
    };
  }
}

const editedName = (id: number): string => `Edited ${id}`;
const emailOf = (index: number): string => `lead-${index}@example.org`;
const leadOf = ({ x_leadline_link: link }: OdooRecord): string => String(link).split('/').at(-1) ?? '';
const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;
