// The email or phone number to look up.

export interface PersonSearch {
  readonly by: 'email' | 'phone';
  readonly value: string;
}
