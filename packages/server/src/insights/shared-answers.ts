// One answer for all who ask the same at once. Nobody is given one that was begun before they asked, because it might lack
// what they have just done: who asks while one is being made shares the next.

interface Asked<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | null;
}

export class SharedAnswers<Answer> {
  readonly #asked = new Map<string, Asked<Answer>>();

  /** `question` tells equal ones, which `find` answers alike. */
  get(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.get(question);
    if (asked === undefined) return this.#begin(question, find);
    const beginNext = (): Promise<Answer> => this.#begin(question, find);
    asked.next ??= asked.running.then(beginNext, beginNext);
    return asked.next;
  }

  #begin(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const asked: Asked<Answer> = { running: find(), next: null };
    const end = (): void => {
      if (asked.next === null) this.#asked.delete(question);
    };
    this.#asked.set(question, asked);
    asked.running.then(end, end);
    return asked.running;
  }
}
