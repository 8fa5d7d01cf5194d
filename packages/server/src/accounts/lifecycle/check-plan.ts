import { DomainError } from '../../platform/base/domain-error.ts';
import type { Installation } from '../../platform/db/installation.ts';

export async function checkPlan(db: Installation, plan: string): Promise<void> {
  const plans = await db
    .selectFrom('plans')
    .select('name')
    .where('name', '!=', 'test')
    .orderBy('monthly_leads')
    .execute();
  const names = plans.map(({ name }) => name);
  if (!names.includes(plan))
    throw new DomainError('not_found', `no plan called "${plan}"; choose ${names.join(', ')}`);
}
