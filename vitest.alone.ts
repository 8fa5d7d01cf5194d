/** Test files that measure time, kill processes or load the machine. They run one at a time, apart from the others. */
export const ALONE = [
  'packages/server/test/{drills,fuzz}/**/*.test.ts',
  'packages/server/test/canary/canary.test.ts',
  'packages/server/test/http/batch.test.ts',
  'packages/server/test/live/{live,live-parts}.test.ts',
  'packages/server/test/assessment/{llm,reading}.test.ts',
  'packages/server/test/people/{erase-many,erase-person,large-person}.test.ts',
  'packages/server/test/request-log/request-log.test.ts',
  'packages/server/test/webhooks/{fairness,hanging}.test.ts',
  'packages/assessor/test/{assessor,redact}.test.ts',
  'packages/assessor/test/llm/assess.test.ts',
  'packages/engine/test/{hostile,prompt-injection}.test.ts',
];
