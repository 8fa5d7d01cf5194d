// The invented team of the demo. Nobody can sign in as one of them: their passwords are never shown.

import { addMember, DomainError, openInstallation, openPool } from '@leadline/server';

const COLLEAGUES = [
  ['Maya Lindqvist', 'maya.lindqvist@leadline.example'],
  ['Jonas Okafor', 'jonas.okafor@leadline.example'],
  ['Priya Raman', 'priya.raman@leadline.example'],
] as const;

/** Returns the IDs of those that were added. */
export async function addColleagues(databaseUrl: string, accountId: string): Promise<string[]> {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  try {
    const userIds: string[] = [];
    for (const [name, email] of COLLEAGUES) {
      const member = await addMember(db, accountId, email, 'rep', false, { name }).catch(ignoreTaken);
      if (member !== null) userIds.push(member.userId);
    }
    return userIds;
  } finally {
    await db.destroy();
  }
}

/** The demo of another account on this installation already has them. */
function ignoreTaken(error: unknown): null {
  if (error instanceof DomainError && error.code === 'email_taken') return null;
  throw error;
}
