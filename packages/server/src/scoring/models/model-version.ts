// A version of an account's model: which trained model scores leads, and how far it can move a score.

import { DEFAULT_POINT_LIMIT } from '@leadline/contract/limits';
import type { Tables } from '../../platform/db/tables.ts';

export type ModelMode = Tables['model_versions']['mode'];

export interface ModelState {
  readonly version: number;
  readonly mode: ModelMode;
  /** In mode `on`. */
  readonly pointLimit: number;
  /** Null: rules alone. */
  readonly trainedId: string | null;
}

/** Before anything was published. */
export const FIRST_STATE: ModelState = {
  version: 0,
  mode: 'advisory',
  pointLimit: DEFAULT_POINT_LIMIT,
  trainedId: null,
};

/** In mode `advisory`, a model only measures the chance of closing. */
export const limitOf = ({ mode, pointLimit }: Pick<ModelState, 'mode' | 'pointLimit'>): number =>
  mode === 'on' ? pointLimit : 0;

/** Scores without a model name none. */
export const NO_MODEL = 0;

/** As scores name it. */
export const nameModelVersion = (version: number): string => `m${version}`;

/** `NO_MODEL` if the name isn't one of a version. */
export function readModelName(name: string | undefined): number {
  const [, digits] = /^m([1-9]\d{0,8})$/.exec(name ?? '') ?? [];
  return digits === undefined ? NO_MODEL : Number(digits);
}
