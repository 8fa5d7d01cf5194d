import { readdirSync, readFileSync } from 'node:fs';
import { openInstallation, openPool } from '@leadline/server';
import { Person } from '@leadline/testkit/auth/person';
import { addFirstUser } from '@leadline/testkit/auth/first-user';
import { startDrillCells } from '@leadline/testkit/database/drill-cells';
import { runLeadline } from '@leadline/testkit/service/run-leadline';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { call } from '@leadline/testkit/http/call';
const { directory, cells, remove } = await startDrillCells(['a']);
try {
  const cell = cells.get('a')!;
  await runLeadline(['cell', 'add', 'a', Object.assign(new URL(cell.url), { username: '', password: '' }).href], { DATABASE_URL: directory.url });
  await runLeadline(['cell', 'drain', 'main', '--only-close'], { DATABASE_URL: directory.url });
  const owner = openInstallation(openPool(directory.url, { size: 1 }));
  await addFirstUser(owner);
  const api = await spawnApi(directory.url, 0, 'error');
  const person = new Person(() => api.url, 'p@example.org');
  console.log(await person.createAccount());
  const postmaster = (url: string) => { const port = new URL(url).port; for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) { try { const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '); if (line.includes(`-p ${port} `) || line.includes(`-p${port}`)) if (line.includes('postgres')) return Number(pid); } catch {} } throw new Error('no postmaster'); };
  const stat = (pid: string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const backends = async (url: string) => [postmaster(url)];
  const cpu = ([master]: number[]) => { let sum = 0; for (const pid of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) { try { const f = stat(pid); if (Number(pid) === master) sum += Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14]); else if (Number(f[1]) === master) sum += Number(f[11]) + Number(f[12]); } catch {} } return sum * 10; };
  for (let i = 0; i < 100; i++) await person.call('/api/leads');
  const [d, c] = [await backends(directory.url), await backends(cell.url)];
  const measure = async (name: string, n: number, work: () => Promise<unknown>) => {
    const b = [cpu(d), cpu(c)]; const t = performance.now();
    for (let i = 0; i < n; i++) await work();
    console.log(name, 'ms of CPU per call: directory', ((cpu(d) - b[0]!) / n).toFixed(2), 'cell', ((cpu(c) - b[1]!) / n).toFixed(2), 'wall', ((performance.now() - t) / n).toFixed(1));
  };
  await measure('dashboard page', 600, () => person.call('/api/leads'));
  await measure('idle second', 20, () => new Promise((r) => setTimeout(r, 1000)));
  const { body } = await person.call('/api/keys', { mode: 'live', name: 'k', scope: 'api' });
  const key = body.data?.key as string; console.log(Object.keys(body.data ?? body));
  if (key) { await call(api.url, '/api/leads', undefined, { key }); await measure('page by key', 600, () => call(api.url, '/api/leads', undefined, { key })); 
  let n = 0; await measure('lead by key', 600, () => call(api.url, '/api/webhook.php', { email: `a${n++}@example.org`, message: 'We need 20 seats' }, { key })); }
  await api.kill('SIGKILL'); await owner.destroy();
} finally { await remove(); }
