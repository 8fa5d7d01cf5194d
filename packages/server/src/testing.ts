// Internals for the testkit, benchmarks and other packages' tests. Production code imports index.ts instead.

export { firstIdOf, idAt, makeId, timeOfId } from './base/ids.ts';
export type { ApiConfig } from './config.ts';
export { enterAccount } from './db/account-scope.ts';
export { type Database, openDatabase } from './db/database.ts';
export { dumpSchema } from './db/dump-schema.ts';
export { readBatchBody } from './http/batch-body.ts';
export { PAGES } from './http/dashboard.ts';
export { withoutKeys } from './http/intake-rules.ts';
export { parseBody } from './http/parse-body.ts';
export { acceptBodies } from './http/read-body.ts';
export type { FileShape } from './imports/file-shape.ts';
export { previewRows } from './imports/preview-rows.ts';
export { readFileShape } from './imports/read-file-shape.ts';
export { type Row, readRows } from './imports/read-rows.ts';
export { runImport } from './imports/run-import.ts';
export { DELIVER, openBoss } from './jobs/queues.ts';
export { makeKey } from './keys/key-format.ts';
export type { Contact } from './leads/contact.ts';
export { isLarge } from './leads/is-large.ts';
export { prepareLead } from './leads/prepare-lead.ts';
export { recordOutcome } from './leads/record-outcome.ts';
export { type StoredResult, toStored } from './leads/stored-result.ts';
export { type LeadToWrite, writeLeads } from './leads/write-leads.ts';
export { findRequestsThatMention, findRowsThatMention } from './people/on-compute-thread.ts';
export { firstDayOf } from './quota/month.ts';
export { cleanBody, MAX_BODY_BYTES } from './request-log/clean-body.ts';
export { makeSeal } from './webhooks/seal.ts';
