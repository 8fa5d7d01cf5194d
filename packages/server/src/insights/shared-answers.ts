// Shares one answer among all callers that ask the same question at the same time. An answer that was started before a
// caller asked may lack what the caller has just changed, so callers that arrive while one is running share the next.

interface Entry<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | null;
}

export class SharedAnswers<Answer> {
  readonly #entries = new Map<string, Entry<Answer>>();

  /** `find` must give the same answer for the same `question`. */
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
