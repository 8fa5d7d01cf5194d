// Decides which accepted requests are logged. Of an account that sends many leads, the first ones of each minute show how
// they look, and then one now and then shows that they still come.

const MINUTE_MS = 60_000;
const FIRST_OF_A_MINUTE = 20;
const THEN_ONE_EVERY_MS = 10_000;
/** When this many accounts have been counted, counting starts over. */
const MAX_ACCOUNTS = 10_000;

interface Minute {
  readonly startedAt: number;
  logged: number;
  lastAt: number;
}

export class LogPace {
  readonly #minutes = new Map<string, Minute>();

  /** Counts the request if it is to be logged. */
  isDue(accountId: string, now = performance.now()): boolean {
    const minute = this.#minuteOf(accountId, now);
    if (minute.logged >= FIRST_OF_A_MINUTE && now - minute.lastAt < THEN_ONE_EVERY_MS) return false;
    minute.logged++;
    minute.lastAt = now;
    return true;
  }

  #minuteOf(accountId: string, now: number): Minute {
    const known = this.#minutes.get(accountId);
    if (known !== undefined && now - known.startedAt < MINUTE_MS) return known;
    if (this.#minutes.size >= MAX_ACCOUNTS) this.#minutes.clear();
    const minute = { startedAt: now, logged: 0, lastAt: now };
    this.#minutes.set(accountId, minute);
    return minute;
  }
}
