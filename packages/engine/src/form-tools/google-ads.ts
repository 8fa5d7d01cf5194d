// Google Ads lead forms: {lead_id, user_column_data: [{column_id, column_name, string_value}], google_key …}.
// Only the columns are used: the key is a secret and the rest are IDs.

import { Fields, nameDelivery, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';

/** By ID, because `column_name` is translated and sometimes wrong ("Full Name" for FIRST_NAME). */
const FIELD_OF_COLUMN: ReadonlyMap<string, string> = new Map([
  ['FULL_NAME', 'name'],
  ['FIRST_NAME', 'first_name'],
  ['LAST_NAME', 'last_name'],
  ['EMAIL', 'email'],
  ['WORK_EMAIL', 'work_email'],
  ['PHONE_NUMBER', 'phone'],
  ['WORK_PHONE', 'work_phone'],
]);

export function readGoogleAds(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  const columns = recordsOf(input.user_column_data);
  if (typeof input.lead_id !== 'string' || columns.length === 0) return null;
  const fields = new Fields();
  for (const { column_id, column_name, string_value } of columns) {
    const id = textOf(column_id);
    fields.put(FIELD_OF_COLUMN.get(id) ?? (textOf(column_name) || id), string_value);
  }
  // The payload itself never names its source.
  fields.put('source', 'google ads');
  return { fields: fields.toObject(), deliveryId: nameDelivery('google-ads', input.lead_id) };
}
