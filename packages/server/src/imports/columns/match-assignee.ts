// Finds the member of the team whom a file names, by email or full name.

import { foldWords } from './fold-words.ts';

export interface TeamMate {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** False for viewers, who can't be given leads. */
  readonly worksOnLeads: boolean;
}

/** "Ana Lopez <ana@acme.com>" */
const EMAIL = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/;

/** The function returns null if nobody, or more than one person, has that name. */
export function makeAssigneeMatcher(team: readonly TeamMate[]): (text: string) => TeamMate | null {
  const byEmail = new Map(team.map((mate) => [mate.email.toLowerCase(), mate]));
  const byName = new Map<string, TeamMate | null>();
  for (const mate of team) {
    const name = foldWords(mate.name);
    byName.set(name, byName.has(name) ? null : mate);
  }
  byName.delete('');
  return (text) => {
    const email = EMAIL.exec(text)?.[0].toLowerCase();
    const found = email === undefined ? undefined : byEmail.get(email);
    return found ?? byName.get(foldWords(text)) ?? null;
  };
}
