// For the check of new migrations in scripts/.

export { readMigrations } from '../db/migrations.ts';
export { BEFORE_THE_RULE } from './before-the-rule.ts';
export { findRuleBreaks, listRemovals } from './find-rule-breaks.ts';
export { readMigration } from './read-migration.ts';
export { findLost, readInterface } from './schema-interface.ts';
