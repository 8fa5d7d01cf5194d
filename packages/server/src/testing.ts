// Internals for the testkit, benchmarks and other packages' tests. Production code imports index.ts instead.

export { firstIdOf, idAt, makeId, timeOfId } from './base/ids.ts';
export type { ApiConfig } from './config.ts';
export { enterAccount } from './db/account-scope.ts';
export { type Database, openDatabase } from './db/database.ts';
export { dumpSchema } from './db/dump-schema.ts';
export { PAGES } from './http/dashboard.ts';
export { acceptBodies } from './http/read-body.ts';
export { runImport } from './imports/run-import.ts';
export { DELIVER, openBoss } from './jobs/queues.ts';
export { makeKey } from './keys/key-format.ts';
export type { Contact } from './leads/contact.ts';
export { recordOutcome } from './leads/record-outcome.ts';
export { type StoredResult, toStored } from './leads/stored-result.ts';
export { type LeadToWrite, writeLeads } from './leads/write-leads.ts';
export { firstDayOf } from './quota/month.ts';
export { makeSeal } from './webhooks/seal.ts';
