// What makes a good lead, in the words of an owner: each control moves a group of weights together, in steps from what the
// engine gives by default. Single weights are under Advanced.

import type { SettingsChanges } from '@leadline/contract';
import { readNumber, setNumber, type Tree } from './changes.ts';

export interface Control {
  /** What the paths of its weights begin with. */
  readonly id: string;
  readonly label: string;
  readonly about: string;
}

export const CONTROLS: readonly Control[] = [
  { id: 'answers.when', label: 'They need it soon', about: 'A date, “this month”, “as soon as possible”' },
  { id: 'answers.what', label: 'They say exactly what they need', about: 'Quantity, size, model or place' },
  { id: 'answers.who', label: 'The right person asks', about: 'The owner, or somebody who can say yes' },
  {
    id: 'answers.decided',
    label: 'They are close to a decision',
    about: 'Money approved, or comparing offers',
  },
  {
    id: 'answers.happened',
    label: 'Something forces them',
    about: 'A breakdown, a move, a contract that ends, a legal date',
  },
  { id: 'answers.way', label: 'They hesitate', about: 'No hurry, no money or no say. Costs points.' },
  { id: 'budget', label: 'They can afford it', about: 'Their budget compared with your typical deal' },
  { id: 'source', label: 'Where they come from', about: 'Referrals and partners before purchased lists' },
];

export const LEVELS = [
  { value: 'off', label: 'Ignore', factor: 0 },
  { value: 'less', label: 'Less', factor: 0.5 },
  { value: 'normal', label: 'Normal', factor: 1 },
  { value: 'more', label: 'More', factor: 1.5 },
  { value: 'most', label: 'Most', factor: 2 },
] as const;
export type Level = (typeof LEVELS)[number]['value'];

export interface Weights {
  readonly changes: SettingsChanges;
  readonly defaults: Tree;
  /** Of all settings. */
  readonly paths: readonly string[];
}

/** Null if its weights have been set by hand. */
export function readLevel(id: string, weights: Weights): Level | null {
  const { changes, defaults } = weights;
  const isAt = (factor: number): boolean =>
    pathsOf(id, weights).every(
      (path) => current(changes, defaults, path) === scale(readNumber(defaults, path), factor),
    );
  return LEVELS.find(({ factor }) => isAt(factor))?.value ?? null;
}

export function setLevel(id: string, level: Level, weights: Weights): SettingsChanges {
  const factor = LEVELS.find(({ value }) => value === level)?.factor ?? 1;
  return pathsOf(id, weights).reduce((changes, path) => {
    const standard = readNumber(weights.defaults, path);
    const wanted = scale(standard, factor);
    return setNumber(changes, path, wanted === standard ? null : wanted);
  }, weights.changes);
}

/** What it can add to a score, or take from it. */
export function findLargest(id: string, weights: Weights): number {
  const points = pathsOf(id, weights).map((path) => current(weights.changes, weights.defaults, path));
  return points.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0);
}

const pathsOf = (id: string, { paths }: Weights): string[] =>
  paths.filter((path) => path.startsWith(`${id}.`));

function current(changes: SettingsChanges, defaults: Tree, path: string): number {
  const changed = path
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Tree | undefined)?.[name], changes);
  return typeof changed === 'number' ? changed : readNumber(defaults, path);
}

/** Without a negative zero. */
const scale = (points: number, factor: number): number => Math.round(points * factor) + 0;
