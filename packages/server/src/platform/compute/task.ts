// A function that runs on a compute thread. Name its file and export here; importing the file itself would load it on
// the main thread too.

declare const types: unique symbol;

export interface ComputeTask<Input, Output> {
  readonly file: string;
  readonly name: string;
  readonly [types]?: (input: Input) => Output;
}

/** The input and the output are copied between threads, so they must be plain data. The function must not throw:
 * expected problems belong in its output. */
export const defineTask = <Task extends (input: never) => unknown>(
  file: URL,
  name: string,
): ComputeTask<Parameters<Task>[0], Awaited<ReturnType<Task>>> => ({ file: file.href, name });
