// What routes are made of. Each function that adds routes takes the app and the parts it uses.

import type { Logger } from '../../platform/base/log.ts';
import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountDatabase } from '../../platform/db/account-scope.ts';
import type { LeadStore } from '../../platform/disk/store-health.ts';
import type { Mailer } from '../../platform/email/mailer.ts';
import type { LeadAssessor } from '../../scoring/assessment/lead-assessor.ts';
import type { ScoringModels, ScoringSettings } from '../../scoring/published-versions.ts';
import type { Gate } from '../admission/admit.ts';
import type { Turns } from '../limits/take-turns.ts';

export interface RouteParts {
  readonly gate: Gate;
  readonly db: AccountDatabase;
  readonly store: LeadStore;
  readonly turns: Turns;
  readonly compute: ComputePool;
  readonly assessor: LeadAssessor;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly accountDeletionDays: number;
}

export type PartsOf<Name extends keyof RouteParts> = Pick<RouteParts, Name>;
