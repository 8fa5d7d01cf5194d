// Webflow: {triggerType: "form_submission", payload: {name, data, id …}}, and before version 2:
// {name, site, data, d, _id}. The name is the form's, not the lead's.

import { isRecord } from '../is-record.ts';
import { Fields, nameDelivery } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';
import { isBotCheck } from './technical.ts';

const OLDER_KEYS: readonly string[] = ['name', 'site', 'data', 'd', '_id'];

export function readWebflow(input: Readonly<Record<string, unknown>>): Unwrapped | null {
  const { triggerType, payload } = input;
  if (triggerType === 'form_submission' && isRecord(payload) && isRecord(payload.data)) {
    return readSubmission(payload.name, payload.data, payload.id);
  }
  const { name, site, data, _id } = input;
  const isOlder = typeof name === 'string' && typeof site === 'string' && isRecord(data);
  return isOlder && Object.keys(input).every((key) => OLDER_KEYS.includes(key))
    ? readSubmission(name, data, _id)
    : null;
}

function readSubmission(formName: unknown, data: Record<string, unknown>, id: unknown): Unwrapped {
  const fields = new Fields();
  for (const question of Object.keys(data)) {
    if (!isBotCheck(question)) fields.put(question, data[question]);
  }
  fields.putFormName(formName);
  return { fields: fields.toObject(), deliveryId: nameDelivery('webflow', id) };
}
