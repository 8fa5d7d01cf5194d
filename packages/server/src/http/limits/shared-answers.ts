// Shares one answer among all callers that ask the same question at the same time. An answer already in progress may
// miss what a caller has just changed, so callers that arrive in the meantime share the next one.

interface Entry<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | null;
}

export class SharedAnswers<Answer> {
  readonly #entries = new Map<string, Entry<Answer>>();

  /** Calls with the same `question` must pass an equivalent `find`. */
  get(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const entry = this.#entries.get(question);
    if (entry === undefined) return this.#start(question, find);
    const startNext = (): Promise<Answer> => this.#start(question, find);
    entry.next ??= entry.running.then(startNext, startNext);
    return entry.next;
  }

  #start(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const entry: Entry<Answer> = { running: find(), next: null };
    const finish = (): void => {
      if (entry.next === null) this.#entries.delete(question);
    };
    this.#entries.set(question, entry);
    entry.running.then(finish, finish);
    return entry.running;
  }
}
