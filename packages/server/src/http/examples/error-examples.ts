// Error responses as callers see them, by code, for the OpenAPI document.

import type { ErrorBody } from '@leadline/contract';
import { ERRORS, type ErrorCode } from '@leadline/contract/errors';

export type ErrorExample = Omit<ErrorBody, 'success'>;

const LEAD_ID = 'lead_019dc4d4e7d07c4f8f2f5b6f1f0c7a11';
const IMPORT_ID = 'imp_019dc4d4e7d07c4f8f2f5b6f1f0c7a12';

/** Errors of most calls. */
export const COMMON_ERRORS: readonly ErrorExample[] = [
  { code: 'invalid_input', error: 'limit must be >= 1', field: 'limit' },
  { code: 'missing_api_key', error: 'send it in the X-API-KEY header' },
  { code: 'invalid_api_key', error: 'unknown API key; check that you copied all of it' },
  { code: 'revoked_api_key', error: 'this key was revoked or belongs to another installation' },
  {
    code: 'plan_limit_reached',
    error: 'the free plan includes 100 leads per month; it resets at 2026-07-01T00:00:00.000Z',
  },
  { code: 'scope_required', error: 'this key can only send leads; use a key that can read' },
  {
    code: 'account_closed',
    error: 'this account is about to be deleted; an owner can cancel this in the dashboard',
  },
  { code: 'not_found', error: 'no such lead' },
  { code: 'too_large', error: 'the body is limited to 256 KiB' },
  {
    code: 'unsupported_type',
    error: 'send application/json, application/x-www-form-urlencoded, or JSON as text/plain',
  },
  {
    code: 'idempotency_key_reused',
    error: 'this Idempotency-Key was already used with a different body',
  },
  { code: 'rate_limited', error: 'the limit is 600 requests per minute' },
  { code: 'internal_error', error: 'something went wrong on our side; please try again' },
  { code: 'not_available', error: 'SECRET_KEY is not set on this installation' },
  { code: 'overloaded', error: 'please try again in a moment' },
];

const INVALID_JSON: ErrorExample = { code: 'invalid_json', error: 'the body is not valid JSON' };
const INVALID_CURSOR: ErrorExample = { code: 'invalid_cursor', error: 'unknown cursor' };
const MISSING_CONTACT: ErrorExample = {
  code: 'missing_contact',
  error: 'email and phone are both missing',
  field: 'email',
};
const IN_FLIGHT: ErrorExample = {
  code: 'request_in_flight',
  error: 'a request with this Idempotency-Key is still being processed',
};
const FULL_HISTORY: ErrorExample = {
  code: 'limit_reached',
  error: `${LEAD_ID} already has 50 outcomes in its history`,
};
const CHANGED: ErrorExample = {
  code: 'changed_meanwhile',
  error: `${LEAD_ID} has changed in the meantime; load it again`,
};
const FULL_TIMELINE: ErrorExample = {
  code: 'limit_reached',
  error: `the timeline of ${LEAD_ID} already has 300 entries`,
};
const IMPORT_OVER: ErrorExample = { code: 'conflict', error: 'the import is finished' };
const SWITCHED_OFF: ErrorExample = {
  code: 'webhook_disabled',
  error: 'this webhook is switched off; switch it on first',
};

const INTAKE = [MISSING_CONTACT, INVALID_JSON, IN_FLIGHT];

/** Instead of the common ones of the same status. */
const INVALID_SETTING: ErrorExample = {
  code: 'invalid_input',
  error: 'changes.budget.fair must not be below budget.small',
  field: 'changes.budget.fair',
};
const MODEL_CHANGED: ErrorExample = {
  code: 'changed_meanwhile',
  error: 'the model has changed in the meantime; load it again',
};
const SETTINGS_CHANGED: ErrorExample = {
  code: 'changed_meanwhile',
  error: 'the settings have changed in the meantime; load them again',
};

const BY_OPERATION: Readonly<Record<string, readonly ErrorExample[]>> = {
  scoreLead: INTAKE,
  scoreLeadLegacy: INTAKE,
  takeLead: INTAKE,
  explainLead: [{ code: 'invalid_input', error: 'lead must be an object' }, INVALID_JSON],
  scoreBatch: [{ code: 'invalid_input', error: 'leads is empty' }, INVALID_JSON],
  listLeads: [{ code: 'invalid_input', error: 'limit must be >= 1', field: 'limit' }, INVALID_CURSOR],
  recordOutcome: [
    { code: 'invalid_input', error: 'outcome must be one of open, won, lost', field: 'outcome' },
    INVALID_JSON,
    FULL_HISTORY,
  ],
  recordOutcomes: [
    { code: 'invalid_input', error: 'outcome must be one of open, won, lost', field: 'outcome' },
    INVALID_JSON,
    FULL_HISTORY,
  ],
  changeLead: [
    { code: 'invalid_input', error: 'assignee is not a member of this account', field: 'assignee' },
    INVALID_JSON,
    CHANGED,
    FULL_TIMELINE,
  ],
  changeLeads: [
    { code: 'invalid_input', error: 'assignee is not a member of this account', field: 'assignee' },
    INVALID_JSON,
    CHANGED,
    FULL_TIMELINE,
  ],
  giveFeedback: [
    {
      code: 'invalid_input',
      error: 'verdict must be one of too_high, too_low, not_spam, spam, right',
      field: 'verdict',
    },
    INVALID_JSON,
    FULL_TIMELINE,
  ],
  createView: [
    { code: 'invalid_input', error: 'name is empty', field: 'name' },
    { code: 'name_taken', error: 'a view with this name already exists', field: 'name' },
  ],
  getInsights: [{ code: 'invalid_input', error: 'from must be before to' }],
  uploadImport: [
    { code: 'invalid_input', error: 'when_full is only allowed with start=true' },
    { code: 'limit_reached', error: '10 files are waiting to be imported; start or cancel some first' },
    { code: 'too_large', error: 'files are limited to 1 GiB' },
  ],
  previewImport: [INVALID_JSON, { code: 'conflict', error: 'the file is no longer stored' }],
  chooseSheet: [INVALID_JSON, IMPORT_OVER],
  startImport: [INVALID_JSON, IMPORT_OVER],
  cancelImport: [INVALID_JSON, IMPORT_OVER],
  createWebhook: [
    { code: 'blocked_url', error: 'The URL must start with https://.', field: 'url' },
    { code: 'limit_reached', error: 'an account can have up to 20 webhooks' },
  ],
  changeWebhook: [{ code: 'blocked_url', error: 'The URL must start with https://.', field: 'url' }],
  testWebhook: [INVALID_JSON, SWITCHED_OFF],
  redeliver: [INVALID_JSON, SWITCHED_OFF],
  redeliverFailed: [INVALID_JSON, SWITCHED_OFF],
  listDeliveries: [INVALID_CURSOR],
  listAudit: [INVALID_CURSOR],
  exportPerson: [{ code: 'invalid_input', error: 'send either email or phone' }],
  erasePerson: [
    { code: 'invalid_input', error: 'send either email or phone' },
    {
      code: 'import_in_progress',
      error: `${IMPORT_ID} may still add this person; let it finish or cancel it first`,
      import_ids: [IMPORT_ID],
    },
  ],
  saveRouting: [
    INVALID_JSON,
    { code: 'changed_meanwhile', error: 'the rules have changed in the meantime; load them again' },
  ],
  saveSettingsDraft: [
    INVALID_SETTING,
    { code: 'changed_meanwhile', error: 'the draft has changed in the meantime; load it again' },
  ],
  startBacktest: [
    INVALID_SETTING,
    { code: 'conflict', error: 'a backtest of this account is still running' },
  ],
  publishSettings: [INVALID_SETTING, SETTINGS_CHANGED],
  rollBackSettings: [
    { code: 'invalid_input', error: 'to must be an earlier version of these settings', field: 'to' },
    SETTINGS_CHANGED,
  ],
  startRescore: [
    INVALID_JSON,
    { code: 'conflict', error: 'open leads of this account are already being re-scored' },
  ],
  changeModel: [
    { code: 'invalid_input', error: 'point_limit must be at most 60', field: 'point_limit' },
    MODEL_CHANGED,
  ],
  trainModel: [INVALID_JSON, { code: 'conflict', error: 'a training of this account is already running' }],
  rollBackModel: [
    { code: 'invalid_input', error: 'to must be an earlier version of the model', field: 'to' },
    MODEL_CHANGED,
  ],
  acknowledgeDrift: [INVALID_JSON, { code: 'not_found', error: 'no drift with this ID' }],
  saveProfile: [{ code: 'invalid_input', error: 'unknown time zone', field: 'time_zone' }],
};

const statusOf = (code: ErrorCode): number => ERRORS[code].status;

export function errorExamplesOf(operationId: string, status: number): readonly ErrorExample[] {
  const hasStatus = ({ code }: ErrorExample): boolean => statusOf(code) === status;
  const own = (BY_OPERATION[operationId] ?? []).filter(hasStatus);
  return own.length > 0 ? own : COMMON_ERRORS.filter(hasStatus);
}
