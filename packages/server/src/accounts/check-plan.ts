import { Refused } from '../base/refused.ts';
import type { Database } from '../db/database.ts';

export async function checkPlan(db: Database, plan: string): Promise<void> {
  const plans = await db
    .selectFrom('plans')
    .select('name')
    .where('name', '!=', 'test')
    .orderBy('monthly_leads')
    .execute();
  const names = plans.map(({ name }) => name);
  if (!names.includes(plan)) throw new Refused(`there is no plan "${plan}"; there are ${names.join(', ')}`);
}
