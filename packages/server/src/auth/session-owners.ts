// Remembers whose session a token is, once the library has confirmed it. A token that a caller made up has no owner, so
// nobody can pass for many users by sending many tokens.

const MAX_SESSIONS = 10_000;

export class SessionOwners {
  readonly #users = new Map<string, string>();

  /** Null if we haven't seen the session lately. */
  find(token: string): string | null {
    const userId = this.#users.get(token);
    if (userId === undefined) return null;
    this.add(token, userId);
    return userId;
  }

  add(token: string, userId: string): void {
    this.#users.delete(token);
    this.#users.set(token, userId);
    if (this.#users.size <= MAX_SESSIONS) return;
    for (const oldest of this.#users.keys()) {
      this.#users.delete(oldest);
      break;
    }
  }
}
