// How a person is looked up.

export interface PersonSearch {
  readonly by: 'email' | 'phone';
  readonly value: string;
}
