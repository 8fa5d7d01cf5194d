// What people open in the inbox, as paths below /api/leads for the nth request.

export const listPages = (leads: number): Readonly<Record<string, (n: number) => string>> => ({
  'to-do, by priority': () => '?work=todo&sort=priority',
  'to-do, newest': () => '?work=todo',
  'to-do of one person': () => `?work=todo&sort=priority&assignee=${USER}`,
  'to-do, unassigned': () => '?work=todo&sort=priority&assignee=none',
  'in progress, by priority': () => '?work=in_progress&sort=priority',
  'in progress, newest': () => '?work=in_progress',
  snoozed: () => '?work=snoozed&sort=returns',
  qualified: () => '?status=qualified',
  'unqualified, oldest': () => '?status=unqualified&sort=oldest',
  won: () => '?outcome=won&sort=closed',
  'lost, a rare source': () => '?outcome=lost&sort=closed&source=trade%20fair',
  'lost, further down': (n) =>
    `?outcome=lost&sort=closed&cursor=closed_${(Date.now() - (n % 300) * DAY_MS).toString(16).padStart(12, '0')}${MIDDLE}`,
  'search: a word of messages, won': () => '?q=office&outcome=won&sort=closed',
  'by score': () => '?sort=score',
  'by score, further down': (n) =>
    `?sort=score&cursor=below_${(90 - (n % 80)).toString(16).padStart(2, '0')}${MIDDLE}`,
  'by score, a rare source': () => '?sort=score&source=trade%20fair',
  'by score, open and Cold': () => '?sort=score&outcome=open&grade=Cold',
  'a common country': () => '?country=GB&sort=priority&work=todo',
  'a rare country': () => '?country=IS&sort=priority',
  'a country without leads': () => '?country=FJ',
  'search: surname': (n) => `?q=last${(n * 31) % 20_000}`,
  'search: middle of an email': (n) => `?q=${n * 5_005 + 17}%40exam`,
  'search: digits of a number': (n) => `?q=${1_000_000_000 + ((n * 5_003) % leads)}`.slice(0, 12),
  'search: a word of messages': () => '?q=office',
  'search: two words': (n) => `?q=first${n % 1_000}%20office`,
  'search: a very common part': () => '?q=example',
  'search: two letters': () => '?q=fi',
  'search: two rare letters': () => '?q=zq',
  'search: no match': () => '?q=zzzzzz',
  'search: no match, of common parts': () => '?q=thatandthe',
  'search: common part, rare source': () => '?q=example&source=trade%20fair',
  'search: common part, to-do': () => '?q=example&work=todo&sort=priority',
  'search: common part, no match of others': () => '?q=example&source=nowhere&sort=score',
  counts: () => '/counts',
  'counts, to-do': () => '/counts?work=todo',
  'counts, five filters': () =>
    `/counts?work=todo&grade=Hot,Warm&source=google&country=US&assignee=none&status=new`,
  'counts, a rare source': () => '/counts?source=trade%20fair',
  'counts, no match': () => '/counts?source=nowhere&grade=Hot',
  'counts, of a rare search': (n) => `/counts?q=last${(n * 31) % 20_000}`,
  'counts, of a common search': () => '/counts?q=example',
});

const DAY_MS = 86_400_000;
const USER = 'user_00000000000070008000000000000001';
const MIDDLE = `0199${'0'.repeat(8)}70008${'0'.repeat(15)}`;
