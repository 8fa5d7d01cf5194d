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

export interface PulledRecord {
  readonly recordId: string;
  readonly email: string;
  readonly outcome: 'open' | 'won' | 'lost';
  readonly amount: number | null;
  readonly closedAt: Date;
}

export interface PulledPage {
  readonly records: readonly PulledRecord[];
  /** Null after the last page. */
  readonly next: string | null;
}

export interface CrmAdapter {
  /** Signs in, and adds the fields that we need if the user may do so. */
  connect(): Promise<ConnectedCrm>;
  /** Open records by email, in lower case. Up to two for each. */
  findByEmail(emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Records that we added, by their keys. */
  findByKey(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Leaves out records that don't exist any more. */
  read(recordIds: readonly string[], fields: readonly string[]): Promise<ReadonlyMap<string, FieldValues>>;
  /** The IDs by key; a record that the CRM rejects is null. */
  create(records: readonly NewRecord[]): Promise<ReadonlyMap<string, string | null>>;
  update(recordId: string, values: FieldValues): Promise<'updated' | 'gone' | 'rejected'>;
  /** Records that changed at `since` or later, by ascending ID. */
  listChanged(since: Date, after: string | null): Promise<PulledPage>;
}

export interface VendorTraits {
  readonly name: string;
  readonly defaultMapping: CrmMapping;
  /** How long a change may take to become visible to `listChanged`. */
  readonly overlapMs: number;
}

export type Vendors = Readonly<Record<CrmVendor, VendorTraits>>;
