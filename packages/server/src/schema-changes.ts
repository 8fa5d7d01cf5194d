// For the check of new migrations in scripts/.

export { readMigrations } from './db/migrations.ts';
export { BEFORE_THE_RULE } from './schema-changes/before-the-rule.ts';
export { findRuleBreaks, listRemovals } from './schema-changes/find-rule-breaks.ts';
export { readMigration } from './schema-changes/read-migration.ts';
export { findLost, readInterface } from './schema-changes/schema-interface.ts';
