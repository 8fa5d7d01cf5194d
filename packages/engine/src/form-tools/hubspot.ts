// HubSpot forms. As a page submits them: {fields: [{objectTypeId, name, value}], context: {pageUri, pageName},
// legalConsentOptions}. As the API lists submissions: {submittedAt, values: [{name, value, objectTypeId}], pageUrl}, or
// a list of one of these in `results`.

import { findField } from '../field-aliases.ts';
import { isRecord } from '../is-record.ts';
import { Fields, nameDelivery, recordsOf, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { readableName } from './readable-name.ts';

type Part = Readonly<Record<string, unknown>>;

export function readHubSpot(input: Part): Unwrapped | null {
  if (Array.isArray(input.results) && input.results.length === 1) {
    const [only] = input.results;
    return isRecord(only) && Array.isArray(only.values) ? readSubmission(only, only.values) : null;
  }
  const { fields, values } = input;
  if (Array.isArray(fields) && (isRecord(input.context) || hasObjectType(fields)))
    return readSubmission(input, fields);
  if (Array.isArray(values) && (input.submittedAt !== undefined || hasObjectType(values)))
    return readSubmission(input, values);
  return null;
}

const hasObjectType = (answers: readonly unknown[]): boolean =>
  answers.some((answer) => isRecord(answer) && typeof answer.objectTypeId === 'string');

/** Properties whose names run words together, as HubSpot labels them. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['annualrevenue', 'Annual revenue'],
  ['jobtitle', 'Job title'],
  ['numemployees', 'Number of employees'],
  ['numberofemployees', 'Number of employees'],
]);
const COMPANY = '0-2';

function readSubmission(submission: Part, answers: readonly unknown[]): Unwrapped | null {
  const fields = new Fields();
  const named = recordsOf(answers).filter(({ name }) => textOf(name) !== '');
  if (named.length === 0) return null;
  for (const { name, value, objectTypeId } of named) {
    const property = textOf(name);
    // A company's name is not the name of the person who asks.
    const isOfCompany = objectTypeId === COMPANY && !/^company/i.test(property);
    if (isOfCompany) fields.put(`Company ${nameOf(property).toLowerCase()}`, splitChoices(value));
    else if (findField(property) === null) fields.put(nameOf(property), splitChoices(value));
    else fields.put(property, value);
  }
  putConsent(fields, submission.legalConsentOptions);
  const context = isRecord(submission.context) ? submission.context : {};
  fields.put('page_url', context.pageUri ?? submission.pageUrl);
  fields.put('page_name', context.pageName);
  fields.putFormName(submission.formName);
  return { fields: fields.toObject(), deliveryId: nameDelivery('hubspot', submission.conversionId) };
}

const nameOf = (property: string): string => LABELS.get(property.toLowerCase()) ?? readableName(property);

/** Several choices come as `Design;Hosting`. A semicolon that somebody typed is followed by a space. */
const splitChoices = (value: unknown): unknown =>
  typeof value === 'string' && /^[^;]+(?:;[^;\s][^;]*)+$/.test(value) ? value.split(';') : value;

function putConsent(fields: Fields, options: unknown): void {
  const consent = isRecord(options) ? (options.consent ?? options.legitimateInterest) : null;
  if (!isRecord(consent)) return;
  if (typeof consent.consentToProcess === 'boolean')
    fields.put('Consent to process data', consent.consentToProcess ? 'Yes' : 'No');
  for (const { text, value } of recordsOf(consent.communications)) {
    const title = textOf(text);
    fields.put(title === '' ? 'Consent to be contacted' : title, value === true ? 'Yes' : 'No');
  }
}
