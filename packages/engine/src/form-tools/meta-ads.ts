// Meta lead ads (Facebook, Instagram). As the Graph API returns a lead: {id, created_time, ad_name, campaign_name,
// form_id, platform, field_data: [{name, values}], custom_disclaimer_responses}. Zapier, Make and CSV exports send the
// same lead flat, with the answers beside the IDs of ad, ad set, campaign and form.

import { findField } from '../field-aliases.ts';
import { Fields, listOf, nameDelivery, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { readableName } from './readable-name.ts';

type Payload = Readonly<Record<string, unknown>>;

export function readMetaAds(input: Payload): Unwrapped | null {
  const answers = recordsOf(input.field_data).filter(
    ({ name, values }) => typeof name === 'string' && Array.isArray(values),
  );
  if (answers.length > 0) return readAnswers(input, answers);
  const isFlat = input.field_data === undefined && FLAT_SIGNATURE.every((key) => Object.hasOwn(input, key));
  return isFlat ? readFlat(input) : null;
}

/** A link to the conversation in Meta's own inbox. */
const INBOX_URL = 'inbox_url';

function readAnswers(input: Payload, answers: readonly Payload[]): Unwrapped {
  const fields = new Fields();
  for (const { name, values } of answers) putAnswer(fields, textOf(name), listOf(values));
  for (const { checkbox_key, is_checked } of recordsOf(input.custom_disclaimer_responses)) {
    const isChecked = is_checked === true || is_checked === '1';
    fields.put(readableName(textOf(checkbox_key)), isChecked ? 'Yes' : 'No');
  }
  return finish(fields, input);
}

function putAnswer(fields: Fields, name: string, values: readonly unknown[]): void {
  if (name === INBOX_URL) return;
  if (name === 'work_phone_number') fields.putContact('phone', 'Work phone', values);
  else if (findField(name) !== null) fields.put(name, values);
  else fields.put(readableName(name), values.map(readableChoice));
}

/** A choice comes as an identifier, too: `within_30_days`. An email address or URL may contain underscores itself. */
const readableChoice = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('_') && !/[\s@/]/.test(value) ? readableName(value) : value;

const FLAT_SIGNATURE = ['ad_id', 'adset_id', 'campaign_id', 'form_id', 'created_time'];
const NOT_ANSWERS = new Set([
  ...FLAT_SIGNATURE,
  ...'id leadgen_id page_id ad_name adset_name campaign_name form_name is_organic platform'.split(' '),
  ...'custom_fields partner_name retailer_item_id vehicle post home_listing'.split(' '),
]);

function readFlat(input: Payload): Unwrapped {
  const fields = new Fields();
  for (const name of Object.keys(input)) {
    if (!NOT_ANSWERS.has(name)) putAnswer(fields, name, [input[name]].flat());
  }
  const { fields: answers, deliveryId } = finish(fields, input);
  const { custom_fields } = input;
  return { fields: custom_fields === undefined ? answers : { ...answers, custom_fields }, deliveryId };
}

function finish(fields: Fields, input: Payload): Unwrapped & { readonly fields: object } {
  fields.put('Campaign name', input.campaign_name);
  fields.put('Ad set name', input.adset_name);
  fields.put('Ad name', input.ad_name);
  fields.putFormName(input.form_name);
  const isInstagram = /^(?:ig|instagram)$/i.test(textOf(input.platform));
  // The payload itself never names its source.
  if (!fields.has('source')) fields.put('source', isInstagram ? 'instagram lead ad' : 'facebook lead ad');
  return { fields: fields.toObject(), deliveryId: nameDelivery('meta-ads', input.id ?? input.leadgen_id) };
}
