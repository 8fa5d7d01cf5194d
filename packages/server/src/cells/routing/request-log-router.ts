// Logs each request in the cell of its account.

import type { QueuedRequest, RequestLog, RequestToLog } from '../../leads/request-log/request-log.ts';

interface LogOfCell {
  readonly received: RequestLog;
}

export interface CellsWithLogs {
  of(accountId: string): LogOfCell | Promise<LogOfCell>;
  relocate(accountId: string, until: number): Promise<LogOfCell>;
}

const MAX_WAIT_MS = 5_000;

export class RequestLogRouter {
  readonly #cells: CellsWithLogs;
  readonly #onDropped: (requests: number) => void;

  constructor(cells: CellsWithLogs, onDropped: (requests: number) => void) {
    this.#cells = cells;
    this.#onDropped = onDropped;
  }

  /** Call this after the response has been sent. */
  add(request: RequestToLog): void {
    const cell = this.#cells.of(request.accountId);
    if (cell instanceof Promise)
      cell.then(
        ({ received }) => received.add(request),
        () => this.#onDropped(1),
      );
    else cell.received.add(request);
  }

  /** For requests that a cell couldn't write, because the account is moving or a person is being erased. */
  async postpone(requests: readonly QueuedRequest[]): Promise<void> {
    for (const [accountId, ofAccount] of Map.groupBy(requests, (request) => request.accountId)) {
      const cell = this.#cells.relocate(accountId, performance.now() + MAX_WAIT_MS);
      await cell.then(
        ({ received }) => received.takeBack(ofAccount),
        () => this.#onDropped(ofAccount.length),
      );
    }
  }
}
