import type { Backtest, CallOptions, Settings } from '@leadline/sdk';
import { Type } from 'typebox';
import { type Content, own, within } from '../data-marks.ts';
import { isSameJson, withNumbers } from '../setting-paths.ts';
import { defineTool, InvalidInput } from '../tool.ts';
import { MAX_PAGE } from './fields.ts';

/** Clients wait a minute for a tool. */
const MAX_WAIT_MS = 25_000;
const POLL_MS = 1_000;
/** Meanwhile, the same preview isn't computed again. */
const FRESH_MS = 10 * 60_000;
const MAX_WITHIN_GRADE = 3;
const MAX_MOVED_BYTES = 200;
const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;
/** A difference this small changes nothing that anybody would notice. */
const MAX_NEGLIGIBLE = 0.01;

export const previewSettings = defineTool({
  name: 'preview_settings',
  title: 'Preview changed settings',
  description:
    'Tries other scoring settings on up to 50,000 of the account’s own leads: how many would have another score or grade, which of ' +
    'those that move most would change grade, and whether scores would agree better with won and lost deals. Read today’s values with ' +
    'get_scoring_settings first. “What if leads were Hot from 75?” is [{"path": "grades.hot", "value": 75}]. Scores can rise by less ' +
    'than a change adds: above `topFrom`, points count for a little more than half, and 100 is the maximum. No score, lead or ' +
    'setting is changed, but the result replaces the account’s latest backtest, which the dashboard shows. May take a while: if it ' +
    'is still running, call it again with the same changes.',
  input: Type.Object(
    {
      // A list, because not all models can be offered a field with names of its own.
      changes: Type.Array(
        Type.Object(
          {
            path: Type.String({ minLength: 1, maxLength: 80, description: '`grades.hot`' }),
            value: Type.Number({ description: 'The new value: `75`' }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 30, description: 'All other settings stay as they are live.' },
      ),
    },
    { additionalProperties: false },
  ),
  effect: 'repeatable',
  run: async ({ settings }, { changes: numbers }, options) => {
    const { live, groups } = await settings.get(options);
    const paths = new Set(groups.flatMap((group) => group.settings.map(({ path }) => path)));
    const unknown = numbers.find(({ path }) => !paths.has(path))?.path;
    if (unknown !== undefined)
      throw new InvalidInput(`${unknown} is not a setting; get_scoring_settings lists them`);
    const changes = withNumbers(live.changes, numbers);
    const latest = await settings.getBacktest(options);
    const isSame = latest !== null && latest.version === live.version && isSameJson(latest.changes, changes);
    const started = isSame && isFresh(latest) ? latest : await settings.startBacktest({ changes }, options);
    return show(await waitFor(settings, started, options));
  },
});

const isRunning = ({ status }: Backtest): boolean => status === 'queued' || status === 'running';

const isFresh = (backtest: Backtest): boolean =>
  isRunning(backtest) ||
  (backtest.status === 'finished' && Date.now() - Date.parse(backtest.finished_at ?? '') < FRESH_MS);

async function waitFor(settings: Settings, started: Backtest, options: CallOptions): Promise<Backtest> {
  let current = started;
  const end = Date.now() + MAX_WAIT_MS;
  while (isRunning(current) && Date.now() < end) {
    await sleep(POLL_MS, options.signal);
    const latest = await settings.getBacktest(options);
    if (latest?.job_id !== started.job_id) break;
    current = latest;
  }
  return current;
}

function show({ status, progress, error, result, version }: Backtest): Content {
  if (status === 'failed') return { error: own('The preview failed.'), message: error };
  if (result === null)
    return {
      status: own('Still running. Call preview_settings again with the same changes.'),
      leads_scored: progress.done,
      leads: progress.leads,
    };
  const { leads, rising, falling, agreement } = result;
  const changesGrade = ({ before, after }: Moved): boolean => before.grade !== after.grade;
  const movers = [...rising, ...falling].filter(changesGrade).slice(0, MAX_PAGE);
  const withinGrade = (moved: readonly Moved[]): Content =>
    moved
      .filter((lead) => !changesGrade(lead))
      .slice(0, MAX_WITHIN_GRADE)
      .map(showMoved);
  return {
    compared_with_version: version,
    leads,
    leads_with_another_score: result.changed,
    leads_with_another_grade: result.moved,
    leads_by_grade: countGrades(result.grades),
    moves_between_grades: result.grades.filter(({ before, after }) => before !== after),
    with_another_grade: movers.map(showMoved),
    others_with_another_grade: result.moved - movers.length || null,
    rise_most_within_grade: withinGrade(rising),
    fall_most_within_grade: withinGrade(falling),
    outcomes: result.outcomes,
    chance_that_a_won_lead_scores_higher_than_a_lost_one:
      agreement === null
        ? own('unknown: no leads were won and lost')
        : {
            before: agreement.before.auc.value,
            after: agreement.after.auc.value,
            difference: own(judge(agreement.difference.auc)),
          },
  };
}

type Result = NonNullable<Backtest['result']>;
type Moved = Result['rising'][number];

const showMoved = ({ lead_id, name, before, after }: Moved): Content =>
  within(MAX_MOVED_BYTES, {
    lead_id,
    name,
    before: own(`${before.score} ${before.grade}`),
    after: own(`${after.score} ${after.grade}`),
  });

function countGrades(grades: Result['grades']): Content {
  const count = (grade: string, when: 'before' | 'after'): number =>
    grades.reduce((sum, move) => sum + (move[when] === grade ? move.leads : 0), 0);
  return Object.fromEntries(
    GRADES.map((grade) => [grade, { before: count(grade, 'before'), after: count(grade, 'after') }]),
  );
}

/** By the interval, as the dashboard does. */
export function judge({ value, low, high }: NonNullable<Result['agreement']>['difference']['auc']): string {
  if (Math.max(-low, high) <= MAX_NEGLIGIBLE) return 'practically none';
  if (low <= 0 && high >= 0) return 'could be chance';
  return value > 0 ? 'better' : 'worse';
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(done, ms);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    function done(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
  });
