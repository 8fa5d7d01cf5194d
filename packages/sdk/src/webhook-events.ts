// What webhook endpoints of format `standard` receive. Newer services may send more fields and events: ignore those.

import type { Closing, ListedLead, ModelDrift, ScoreData } from './generated/schemas.ts';

interface Event<Type extends string, Data> {
  /** The same on every attempt. Ignore IDs that you have seen. */
  readonly id: string;
  readonly type: Type;
  /** When it happened. */
  readonly timestamp: string;
  readonly data: Data;
}

type Grade = ScoreData['grade'];
type Status = ListedLead['status'];

/** The lead of an event. */
interface LeadReference {
  readonly lead_id: string;
  readonly person_id: string;
}

export type LeadScored = Event<
  'lead.scored',
  LeadReference &
    ScoreData & {
      readonly received_at: string;
      readonly lead: {
        readonly name: string;
        readonly email: string;
        readonly phone: string;
        readonly budget: string;
        readonly message: string;
        readonly source: string;
        readonly custom_fields: Readonly<Record<string, string>>;
      };
      readonly version: string;
      readonly model_version: string | null;
      readonly closing: Closing;
      /** Long texts were cut: get the whole lead with `leads.get`. */
      readonly truncated?: true;
    }
>;

export type LeadOutcome = Event<
  'lead.outcome',
  LeadReference & {
    readonly outcome: 'open' | 'won' | 'lost';
    readonly at: string;
    readonly amount: number | null;
    readonly reason: string | null;
    readonly score: number;
    readonly grade: Grade;
    readonly source: string;
  }
>;

export type LeadStatus = Event<
  'lead.status',
  LeadReference & {
    readonly status: Status;
    readonly previous: Status;
    /** Who changed it: `user_…` or `key_…`. */
    readonly by: string;
    readonly score: number;
    readonly grade: Grade;
    readonly source: string;
  }
>;

export type UsageThreshold = Event<
  'usage.threshold',
  {
    readonly month: string;
    readonly percent: number;
    readonly used: number;
    readonly limit: number;
    readonly spam: number;
  }
>;

export type ImportFinished = Event<
  'import.finished',
  {
    readonly import_id: string;
    readonly status: 'finished' | 'stopped';
    readonly file_name: string;
    readonly rows_read: number;
    readonly stored: number;
    readonly refused: number;
    readonly error: string | null;
  }
>;

export type DriftFound = Event<'model.drift', ModelDrift>;

export type WebhookTest = Event<'webhook.test', { readonly webhook_id: string; readonly message: string }>;

export type WebhookEvent =
  | LeadScored
  | LeadOutcome
  | LeadStatus
  | UsageThreshold
  | ImportFinished
  | DriftFound
  | WebhookTest;
