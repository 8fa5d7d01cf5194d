import type { Api, Result } from '../api.ts';
import type { Operations } from '../generated/operations.ts';
import type {
  BatchResult,
  BulkWorkRequest,
  ContactRequest,
  ExplainResult,
  FeedbackRequest,
  Lead,
  ListedLead,
  OutcomeRequest,
  OutcomesRequest,
  ScoreData,
  ScoringResult,
  WorkRequest,
} from '../generated/schemas.ts';
import type { CallOptions, StoringOptions } from '../options.ts';
import { byCursor, type Pages } from '../pages.ts';
import { type LeadEvent, watchLeads } from '../watch-leads.ts';

type ListQuery = Operations['listLeads']['query'];
type ListOf<Value extends string> = Value | readonly Value[];

/** Which leads. Several values of a field mean any of them. */
export interface LeadFilters
  extends Omit<
    ListQuery,
    'limit' | 'cursor' | 'sort' | 'status' | 'assignee' | 'grade' | 'country' | 'source' | 'from' | 'to'
  > {
  status?: ListOf<ListedLead['status']> | undefined;
  /** `user_…`, or `none` for leads that nobody has. */
  assignee?: ListOf<string> | undefined;
  grade?: ListOf<ListedLead['grade']> | undefined;
  /** ISO 3166 codes, of the phone number: `GB`. */
  country?: ListOf<string> | undefined;
  /** Empty for leads without a source. */
  source?: ListOf<string> | undefined;
  /** Received at or after this time. */
  from?: string | Date | undefined;
  /** Received before this time. */
  to?: string | Date | undefined;
}

export interface LeadQuery extends LeadFilters {
  sort?: ListQuery['sort'];
  /** How many leads a page has, up to 100. Default: 50. */
  limit?: number | undefined;
  /** Where to begin: the `cursor` of an earlier page. */
  cursor?: string | undefined;
}

type GivenScore = Pick<ScoreData, 'score' | 'grade'> & Partial<ScoreData>;

export class Leads {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Scores a lead and stores it. */
  score(lead: Lead, options?: StoringOptions): Promise<ScoringResult> {
    return this.#api.call('scoreLead', { body: lead }, options);
  }

  /**
   * Scores a lead and stores it with an intake key, which is safe in a web page. `data` is missing if Leadline hides the score from
   * the page.
   */
  submit(lead: Lead, options?: StoringOptions): Promise<{ success: true } & Partial<ScoringResult>> {
    return this.#api.call('takeLead', { path: { token: this.#api.key }, body: lead }, options);
  }

  /** Scores and stores up to 1,000 leads. An invalid lead is rejected without affecting the others. */
  scoreBatch(
    leads: readonly Lead[],
    { when_full, ...options }: StoringOptions & { when_full?: 'stop' | 'skip' } = {},
  ): Promise<BatchResult> {
    const body = when_full === undefined ? { leads } : { leads, when_full };
    return this.#api.call('scoreBatch', { body }, options);
  }

  /** Explains the score of a lead, or one that you have already. Stores nothing. */
  explain(lead: Lead, scored?: ScoringResult | GivenScore, options?: CallOptions): Promise<ExplainResult> {
    const body = scored === undefined ? { lead } : { lead, score_data: scored };
    return this.#api.call('explainLead', { body }, options);
  }

  /** All leads that match, newest first: `for await (const lead of leadline.leads.list({ grade: 'Hot' })) …` */
  list({ cursor: start, ...query }: LeadQuery = {}, options?: CallOptions): Pages<ListedLead> {
    return byCursor(
      (cursor) => this.#api.call('listLeads', { query: { ...joinLists(query), ...cursor } }, options),
      start,
    );
  }

  /** How many leads each tab of the inbox has, and each value of a filter. */
  count(filters: LeadFilters = {}, options?: CallOptions): Promise<Result<'countLeads'>> {
    return this.#api.call('countLeads', { query: joinLists(filters) }, options);
  }

  /** The leads that match, as a CSV file. */
  exportCsv(
    query: Omit<LeadQuery, 'limit' | 'cursor'> = {},
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#api.open('exportLeads', { query: joinLists(query) }, options);
  }

  /** A lead with its score, the ledger of points, and its timeline. */
  get(id: string, options?: CallOptions): Promise<Result<'getLead'>> {
    return this.#api.call('getLead', { path: { id } }, options);
  }

  /** Changes the status, assignee or snooze of a lead, or adds a note. */
  change(id: string, changes: WorkRequest, options?: CallOptions): Promise<Result<'changeLead'>> {
    return this.#api.call('changeLead', { path: { id }, body: changes }, options);
  }

  /** Corrects how to reach the person behind a lead; with `rescore`, scores an open lead again. */
  correct(id: string, contact: ContactRequest, options?: CallOptions): Promise<Result<'correctContact'>> {
    return this.#api.call('correctContact', { path: { id }, body: contact }, options);
  }

  /** Makes the same change to up to 100 leads. */
  changeMany(changes: BulkWorkRequest, options?: CallOptions): Promise<Result<'changeLeads'>> {
    return this.#api.call('changeLeads', { body: changes }, options);
  }

  /** Deletes a lead. It still counts toward the plan. */
  delete(id: string, options?: CallOptions): Promise<Result<'deleteLead'>> {
    return this.#api.call('deleteLead', { path: { id } }, options);
  }

  /** Records that a lead was won or lost, or reopens it. */
  recordOutcome(
    id: string,
    outcome: OutcomeRequest,
    options?: CallOptions,
  ): Promise<Result<'recordOutcome'>> {
    return this.#api.call('recordOutcome', { path: { id }, body: outcome }, options);
  }

  /** Records the same outcome for up to 100 leads. */
  recordOutcomes(outcomes: OutcomesRequest, options?: CallOptions): Promise<Result<'recordOutcomes'>> {
    return this.#api.call('recordOutcomes', { body: outcomes }, options);
  }

  /** Scores a stored lead again, as of when it came in, and compares. Changes nothing. */
  replay(id: string, options?: CallOptions): Promise<Result<'replayLead'>> {
    return this.#api.call('replayLead', { path: { id } }, options);
  }

  /** Says that a score is wrong. */
  giveFeedback(
    id: string,
    feedback: FeedbackRequest,
    options?: CallOptions,
  ): Promise<Result<'giveFeedback'>> {
    return this.#api.call('giveFeedback', { path: { id }, body: feedback }, options);
  }

  /** Changes as they happen, until the signal aborts. Reconnects when the connection breaks. */
  watch(options: CallOptions = {}): AsyncGenerator<LeadEvent, void, void> {
    return watchLeads(this.#api, options);
  }
}

/** The API separates these by commas; of `source`, which may contain one, it takes several parameters. */
const COMMA_SEPARATED = ['status', 'assignee', 'grade', 'country'] as const;

function joinLists(filters: LeadFilters): object {
  const query: Record<string, unknown> = { ...filters };
  for (const name of COMMA_SEPARATED) {
    const value = query[name];
    if (Array.isArray(value)) query[name] = value.join(',');
  }
  return query;
}
