/** Test files that measure time, kill processes or load the machine: they run by themselves, one after the other. */
export const ALONE = [
  'packages/server/test/{drills,fuzz}/**/*.test.ts',
  'packages/server/test/canary.test.ts',
  'packages/server/test/batch.test.ts',
  'packages/server/test/inbox/{live,live-parts}.test.ts',
  'packages/server/test/assessment/{llm,reading}.test.ts',
  'packages/server/test/people/{erase-many,erase-person,large-person}.test.ts',
  'packages/server/test/received/request-log.test.ts',
  'packages/server/test/webhooks/{fairness,hanging}.test.ts',
  'packages/assessor/test/{assessor,redact}.test.ts',
  'packages/assessor/test/llm/assess.test.ts',
  'packages/engine/test/{hostile,prompt-injection}.test.ts',
];
