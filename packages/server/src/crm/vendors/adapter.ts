// What the sync needs of a CRM. An adapter has no state besides its sign-in, and every call may be repeated.

import type { CrmValue, CrmVendor } from '@leadline/contract';

/** The field of the CRM that each value of a lead goes to. */
export type CrmMapping = Readonly<Partial<Record<CrmValue, string | null>>>;

export type FieldValue = string | number | null;
/** By field of the CRM. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

export interface CrmField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  /** What the CRM calls it, if that is another name. */
  readonly key?: string;
  /** In characters; longer texts are cut. */
  readonly maxLength?: number;
  /** Not for people to choose. */
  readonly isInternal?: true;
}

export interface ConnectedCrm {
  readonly fields: readonly CrmField[];
  /** With `{id}` for the ID of a record. */
  readonly recordUrl: string;
}

export interface NewRecord {
  /** The CRM keeps it with the record, so that a repeated call doesn't create another one. */
  readonly key: string;
  readonly values: FieldValues;
}

export interface RecordUpdate {
  readonly recordId: string;
  readonly values: FieldValues;
}

export type UpdateResult = 'updated' | 'gone' | 'rejected';

export interface PulledDeal {
  readonly dealId: string;
  /** The record that a lead of this person is pushed to, if there is one. */
  readonly recordId: string | null;
  readonly email: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly amount: number | null;
  readonly closedAt: Date;
}

export interface PulledPage {
  readonly deals: readonly PulledDeal[];
  /** Null after the last page. */
  readonly next: string | null;
}

export interface CrmAdapter {
  /** Signs in, and adds the fields that we need if the user may do so. */
  connect(): Promise<ConnectedCrm>;
  /** Open records by email, in lower case. Up to two for each; null if the CRM refuses to look for it. */
  findByEmail(emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[] | null>>;
  /** Records that we added, by their keys. */
  findByKey(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Leaves out records that don't exist any more. */
  read(recordIds: readonly string[], fields: readonly string[]): Promise<ReadonlyMap<string, FieldValues>>;
  /** The IDs by key; a record that the CRM rejects is null. */
  create(records: readonly NewRecord[]): Promise<ReadonlyMap<string, string | null>>;
  /** By ID of the record. */
  update(records: readonly RecordUpdate[]): Promise<ReadonlyMap<string, UpdateResult>>;
  /** Deals that changed at `since` or later, in an order that changes meanwhile don't disturb. */
  listChanged(since: Date, after: string | null): Promise<PulledPage>;
}

/** Keeps an access token for all processes. */
export interface TokenStore {
  /** The stored one, unless it is the one that was rejected: then one process asks for another, and the others wait for it. */
  get(rejected: string | null, request: (refreshToken: string | null) => Promise<Tokens>): Promise<string>;
}

export interface Tokens {
  readonly accessToken: string;
  /** If the CRM has replaced it. */
  readonly refreshToken: string | null;
}

export interface VendorTraits {
  readonly name: string;
  /** What is needed to connect, besides `api_key`. */
  readonly requires: readonly ('url' | 'database' | 'login')[];
  readonly defaultUrl?: string;
  readonly defaultMapping: CrmMapping;
  /** How long a change may take to become visible to `listChanged`. */
  readonly overlapMs: number;
  /** How long before a lead came a deal that decides it may have been closed, as far as the CRM knows. */
  readonly closedEarlierMs: number;
  /** Leads that are pushed together: what was done is saved after each batch. */
  readonly batchSize: number;
  readonly updatesPerCall: number;
}

export type Vendors = Readonly<Record<CrmVendor, VendorTraits>>;
