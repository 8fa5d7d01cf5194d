/** The code that sql/hold_account.sql and sql/write_leads.sql fail with. */
const ELSEWHERE = 'LL001';

/** Whether a statement failed because an account isn't in this database. Nothing of it has taken effect then. */
export const isAccountElsewhere = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === ELSEWHERE;
