// Examples of all calls, for the OpenAPI document. A test compares them with their schemas.

import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { IMPORT_EXAMPLES } from './import-examples.ts';
import { INSIGHTS_EXAMPLES } from './insights-examples.ts';
import { LEAD_EXAMPLES } from './lead-examples.ts';
import { MODEL_EXAMPLES } from './model-examples.ts';
import type { OperationExamples } from './operation-example.ts';
import { PRIVACY_EXAMPLES } from './privacy-examples.ts';
import { ROUTING_EXAMPLES } from './routing-examples.ts';
import { SCORING_EXAMPLES } from './scoring-examples.ts';
import { SETTINGS_EXAMPLES } from './settings-examples.ts';
import { WEBHOOK_EXAMPLES } from './webhook-examples.ts';

export const OPERATION_EXAMPLES: OperationExamples = {
  ...SCORING_EXAMPLES,
  ...LEAD_EXAMPLES,
  ...INSIGHTS_EXAMPLES,
  ...IMPORT_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...PRIVACY_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
  ...ROUTING_EXAMPLES,
  ...SETTINGS_EXAMPLES,
  ...MODEL_EXAMPLES,
};
