// Puts the values of filters into words.

const COUNTRIES = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'code' });

export function nameCountry(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}

export function nameSource(source: string): string {
  return source === '' ? 'No source' : source;
}

export function nameAssignee(assignee: string, nameMember: (userId: string) => string): string {
  if (assignee === 'me') return 'Me';
  return assignee === 'none' ? 'Nobody' : nameMember(assignee);
}
