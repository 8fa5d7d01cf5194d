import type { Api, Result } from '../api.ts';
import type { Operations } from '../generated/operations.ts';
import type { Import, ImportPreview, ImportStart } from '../generated/schemas.ts';
import type { CallOptions } from '../options.ts';
import type { FileContent } from '../request.ts';

/** Files of leads. */
export class Imports {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Uploads an Excel, CSV or NDJSON file. No leads are stored until the import is started. The same file is the same import, so
   * nothing is imported twice.
   */
  upload(
    file: FileContent,
    {
      fileBytes,
      ...query
    }: Operations['uploadImport']['query'] & {
      /** The size of a stream, so that the service knows when it is complete. */
      fileBytes?: number;
    } = {},
    options?: CallOptions,
  ): Promise<Result<'uploadImport'>> {
    return this.#api.call('uploadImport', { file, fileBytes, query }, options);
  }

  /** The newest 100. */
  list(options?: CallOptions): Promise<readonly Import[]> {
    return this.#api.call('listImports', {}, options);
  }

  get(id: string, options?: CallOptions): Promise<Import> {
    return this.#api.call('getImport', { path: { id } }, options);
  }

  /** The first rows, scored, with another mapping of columns. */
  preview(
    id: string,
    mapping: NonNullable<Operations['previewImport']['body']> = {},
    options?: CallOptions,
  ): Promise<ImportPreview> {
    return this.#api.call('previewImport', { path: { id }, body: mapping }, options);
  }

  /** Returns the import of another sheet of an Excel file. */
  chooseSheet(id: string, sheet: string, options?: CallOptions): Promise<Result<'chooseSheet'>> {
    return this.#api.call('chooseSheet', { path: { id }, body: { sheet } }, options);
  }

  /** Takes another row of the file as the header: the line of one of the preview’s `top_rows`. */
  chooseHeader(id: string, line: number, options?: CallOptions): Promise<Result<'chooseHeader'>> {
    return this.#api.call('chooseHeader', { path: { id }, body: { line } }, options);
  }

  /** Starts an import, or resumes one that stopped. */
  start(id: string, how: ImportStart = {}, options?: CallOptions): Promise<Import> {
    return this.#api.call('startImport', { path: { id }, body: how }, options);
  }

  /** Leads that are already stored are kept. */
  cancel(id: string, options?: CallOptions): Promise<Import> {
    return this.#api.call('cancelImport', { path: { id } }, options);
  }

  /** Removes the leads of a finished import within 30 days, except those that somebody has worked on. */
  undo(id: string, options?: CallOptions): Promise<Import> {
    return this.#api.call('undoImport', { path: { id } }, options);
  }

  /** Rows that were stored although something in them couldn’t be read, as CSV or NDJSON like the file. */
  warnings(
    id: string,
    query: Operations['downloadWarnings']['query'] = {},
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#api.open('downloadWarnings', { path: { id }, query }, options);
  }

  /** Rejected rows with their line numbers and reasons, as CSV or NDJSON like the file. */
  rejectedRows(
    id: string,
    query: Operations['downloadRefused']['query'] = {},
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#api.open('downloadRefused', { path: { id }, query }, options);
  }
}
