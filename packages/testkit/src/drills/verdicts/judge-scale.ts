// The verdict of the scale drill: its goals, and whether each is met.

export interface ScaleFacts {
  readonly ingest: Readonly<Record<'empty' | 'full', { readonly perSecond: number }>>;
  readonly pages: Readonly<Record<'small' | 'large', ReadonlyMap<string, { readonly p95: number }>>>;
  readonly retention: {
    readonly smallAccount: { readonly leads: number };
    readonly largeAccount: { readonly leads: number };
    readonly dropMs: number;
  };
}

export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'leads';
  readonly goal: number;
  readonly isMet: boolean;
}

/** What wasn't measured, or found nothing to measure, doesn't meet its goal. */
export function judgeScale({ ingest, pages, retention }: ScaleFacts): Goal[] {
  const isMeasured = (value: number): boolean => Number.isFinite(value) && value > 0;
  const below = (name: string, value: number, goal: number): Goal => ({
    name,
    value,
    unit: 'ms',
    goal,
    isMet: isMeasured(value) && value < goal,
  });
  const atLeast = (name: string, value: number, goal: number, unit: Goal['unit']): Goal => ({
    name,
    value,
    unit,
    goal,
    isMet: isMeasured(value) && value >= goal,
  });
  const slowestSearch = (size: 'small' | 'large'): number =>
    Math.max(...[...pages[size]].filter(([name]) => name.startsWith('search')).map(([, { p95 }]) => p95));
  return [
    atLeast('ingest, full against empty', ingest.full.perSecond / ingest.empty.perSecond, 0.85, '×'),
    below('first page of a small account, p95', pages.small.get('first page')?.p95 ?? Number.NaN, 20),
    below('first page of the large account, p95', pages.large.get('first page')?.p95 ?? Number.NaN, 30),
    below('slowest search of a small account, p95', slowestSearch('small'), 60),
    below('slowest search of the large account, p95', slowestSearch('large'), 60),
    atLeast('leads deleted with a month of a small account', retention.smallAccount.leads, 1, 'leads'),
    atLeast('leads deleted with a month of the large account', retention.largeAccount.leads, 1, 'leads'),
    below('dropping an empty month', retention.dropMs, 1_000),
  ];
}
