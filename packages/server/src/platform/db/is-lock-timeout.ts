/** Whether a statement waited too long for a lock. The connection stays usable. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';
