// Something that processes what a caller sends, and how much CPU time it may take.

export interface CostTarget {
  readonly name: string;
  /** Where production runs it. What runs on a compute thread delays nobody, so it may take longer. */
  readonly thread: 'main' | 'compute';
  readonly limitMs: number;
  /** The longest text to generate, in characters. */
  readonly maxLength: number;
  /** Builds the input, which isn't measured, and returns the work to measure. Must ignore the limits of the input:
   * an input that is rejected is just cheap. `shape` chooses between ways to use the text. */
  readonly prepare: (text: string, shape: number) => () => unknown;
  readonly shapes: number;
  /** What tends to be expensive here, in addition to what is expensive everywhere. */
  readonly patterns?: readonly string[];
}
