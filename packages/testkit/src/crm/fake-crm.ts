// What tests need of a CRM, whichever it is.

import type { FakeServer } from './fake-server.ts';

export interface FakePerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly score: number | null;
  readonly link: string | null;
}

export interface FakeCrm extends FakeServer {
  /** What an owner enters, besides the URL. */
  readonly login: Readonly<Record<string, string>>;
  /** What these steps of a sync call. */
  readonly steps: Readonly<Record<'find' | 'create' | 'read' | 'update' | 'pull', string>>;
  people(): FakePerson[];
  addPerson(person: { readonly email: string; readonly name: string }): string;
  /** As a user. */
  editPerson(id: string, changes: { readonly name?: string; readonly phone?: string }): void;
  deletePerson(id: string): void;
  /** Returns the ID of what is left of both. */
  mergePersons(id: string, into: string): string;
  /** Refuses to store persons of this name. */
  reject(name: string): void;
  /** An open deal of the person, besides those that are closed. */
  addDeal(personId: string): string;
  win(dealId: string, amount: number): void;
  /** CRMs that only know the day cut the time off. */
  lose(dealId: string, at?: Date): void;
  reopen(dealId: string): void;
}
