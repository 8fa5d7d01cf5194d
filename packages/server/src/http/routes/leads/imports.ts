// File imports.

import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  type ColumnMeaning,
  type DateOrder,
  HeaderBody,
  ImportList,
  ImportResult,
  type Preview,
  PreviewBody,
  PreviewResult,
  RefusedQuery,
  SheetBody,
  StartBody,
  type Status,
  UploadQuery,
  UploadResult,
} from '@leadline/contract';
import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import type { Caller } from '../../../accounts/profile/caller.ts';
import type { ColumnMapping } from '../../../imports/columns/columns.ts';
import { chooseStatuses } from '../../../imports/columns/status-words.ts';
import { chooseHeader } from '../../../imports/upload/choose-header.ts';
import { chooseSheet } from '../../../imports/upload/choose-sheet.ts';
import { downloadRows } from '../../../imports/upload/download-rejected-rows.ts';
import { MAX_TIMES_HELD_IN_A_DAY } from '../../../imports/upload/held-files.ts';
import {
  type ChangeResult,
  cancelImport,
  getImport,
  listImports,
  mergeMapping,
  startImport,
  startUndo,
  toImport,
} from '../../../imports/upload/manage-imports.ts';
import { type ImportToPreview, previewImport, surveyImport } from '../../../imports/upload/preview-import.ts';
import {
  MAX_FILES,
  MAX_UPLOADS,
  MAX_UPLOADS_IN_A_DAY,
  uploadFile,
} from '../../../imports/upload/upload-file.ts';
import type { ImportRow, UploadRejection } from '../../../imports/upload/upload-result.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { fromUuid, readId, showId } from '../../../platform/base/ids.ts';
import { OpenCount } from '../../../platform/base/open-count.ts';
import { type AccountAccess, accessAccount, enterAccount } from '../../../platform/db/account-scope.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { LARGE_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { sendStream, succeed } from '../../framework/responses.ts';
import {
  allowMissingBody,
  type ById,
  checkText,
  errorsOf,
  idParam,
  optionalBody,
  skipBodyValidation,
} from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import { accessInTurns } from '../../limits/take-turns.ts';
import type { PartsOf } from '../route-parts.ts';

const FILE_AS_BODY = 'send the file itself as the body (curl --data-binary @leads.csv)';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const tags = ['Imports'];
const params = idParam({ id: 'imp' });

export type ImportParts = PartsOf<'gate' | 'store' | 'db' | 'turns' | 'compute' | 'settings' | 'models'>;

export function addImports(
  app: App,
  { gate, store, db, turns, compute, settings, models }: ImportParts,
): void {
  const onRequest = admitCaller(gate);
  const downloads = new OpenCount({
    perAccount: 3,
    message: 'too many downloads in progress for this account',
    retryAfterSeconds: 2,
  });

  /** With the mapping of the import itself, unless there is another in `chosen`. */
  const previewOf = async (
    caller: Caller,
    account: AccountAccess,
    row: ImportRow,
    chosen: Partial<Pick<ImportToPreview, 'mapping' | 'statuses' | 'dateOrder'>> = {},
  ): Promise<Preview | null> =>
    previewImport(account, compute, caller.liveAccountId, {
      row,
      mapping: row.mapping as ColumnMapping,
      now: new Date(),
      settings: await settings.of(caller),
      model: await models.of(caller),
      ...chosen,
    });

  /** As the preview says. Undefined if no date can be read either way, or the order is settled. */
  async function findDateOrder(
    account: AccountAccess,
    liveAccountId: string,
    row: ImportRow,
    { mapping = {} }: StartBody,
  ): Promise<DateOrder | undefined> {
    const merged = row.status === 'ready' ? mergeMapping(row, mapping as ColumnMapping) : null;
    if (!merged?.ok) return undefined;
    const toSurvey = { row, mapping: merged.mapping, now: new Date() };
    const survey = await surveyImport(account, compute, liveAccountId, toSurvey);
    return survey?.date_order?.order;
  }

  app.register(async (plugin) => {
    const uploads = plugin.withTypeProvider<TypeBoxTypeProvider>();
    // Accept any content type, since we detect the format from the bytes.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    uploads.addHook('onRequest', (request, _reply, done) => {
      const isForm = request.headers['content-type']?.startsWith('multipart/');
      request.raw.headers['content-type'] = 'application/octet-stream';
      done(isForm ? new DomainError('unsupported_type', FILE_AS_BODY) : undefined);
    });
    uploads.post(PATHS.imports, {
      onRequest,
      bodyLimit: MAX_IMPORT_BYTES,
      config: { role: 'manager', streamsBody: true, turns: 'none' },
      validatorCompiler: skipBodyValidation,
      schema: {
        operationId: 'uploadImport',
        summary: 'Upload a file of leads',
        description:
          'The body is the file itself: CSV (any delimiter, with a header row, UTF-8 or Windows-1252) or NDJSON, up to ' +
          '1 GiB, or an Excel workbook (.xlsx), up to 100 MiB. The response shows what each column maps to and the first rows, scored; no leads are stored until you ' +
          'start the import. Uploading the same file again returns the same import, so nothing is imported twice. ' +
          'Webhooks get one `import.finished` event instead of an event for each lead.',
        tags,
        consumes: ['text/csv', 'application/x-ndjson', XLSX_TYPE, 'application/octet-stream'],
        querystring: UploadQuery,
        body: { type: 'string', format: 'binary', description: 'The file.' },
        response: { 200: UploadResult, ...errorsOf(400, 401, 409, 413, 415, 429, 503) },
      },
      handler: async (request, reply) => {
        const caller = callerOf(request);
        const account = accessInTurns(db, turns, caller);
        const { file_name = 'leads', sheet, start = false, when_full } = request.query;
        checkText('file_name', file_name);
        checkText('sheet', sheet ?? '');
        if (Number(request.headers['content-length']) > MAX_IMPORT_BYTES) {
          reply.header('Connection', 'close'); // don't read the whole upload
          throw tooLarge();
        }
        if (request.body === undefined) throw new DomainError('invalid_input', FILE_AS_BODY);
        store.requireSpace(caller.accountId);
        if (when_full !== undefined && !start)
          throw new DomainError('invalid_input', 'when_full is only allowed with start=true');
        // Keep the stream open on errors, so that the client still gets the response.
        const body = (request.body as unknown as Readable).iterator({
          destroyOnReturn: false,
        }) as AsyncIterable<Buffer>;
        const hangUp = (): void => void reply.header('Connection', 'close'); // don't read the rest
        const upload = {
          fileName: file_name,
          length: readLength(request.headers['content-length']),
          body,
          liveAccountId: caller.liveAccountId,
          sheet: sheet ?? null,
        };
        const uploaded = await uploadFile(account, compute, upload).catch((error: unknown) => {
          hangUp();
          throw error;
        });
        if (!request.raw.readableEnded) hangUp();
        if (uploaded.kind !== 'uploaded') throw describeRejection(uploaded);
        let { row } = uploaded;
        const preview = await previewOf(caller, account, row);
        if (start && (row.status === 'ready' || row.status === 'stopped')) {
          const order = preview?.date_order?.order;
          const options = {
            ...(when_full === undefined ? {} : { when_full }),
            ...(order === undefined ? {} : { date_order: order }),
          };
          const importId = fromUuid(row.id);
          const started = await account.enter((scope) => startImport(scope, importId, options));
          if (started.kind === 'wrong mapping') {
            const { import_id } = toImport(row);
            throw new DomainError(
              'invalid_input',
              `${started.error}; start ${import_id} with another mapping`,
              {
                field: 'mapping',
              },
            );
          }
          row = orReject(started);
        }
        return succeed({ ...toImport(row), is_known: uploaded.isKnown, preview });
      },
    });
  });

  app.get(PATHS.imports, {
    onRequest,
    schema: {
      operationId: 'listImports',
      summary: 'List imports, newest first',
      tags,
      response: { 200: ImportList, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) =>
      succeed((await enterAccount(db, callerOf(request), listImports)).map(toImport)),
  });

  app.get(PATHS.import, {
    onRequest,
    schema: {
      operationId: 'getImport',
      summary: 'Get an import and its progress',
      tags,
      params,
      response: { 200: ImportResult, ...errorsOf(401, 404, 429, 503) },
    },
    handler: async (request) =>
      succeed(toImport(await findImport(accessAccount(db, callerOf(request)), request))),
  });

  app.post(PATHS.importPreview, {
    bodyLimit: LARGE_BODY,
    onRequest,
    config: { role: 'manager', turns: 'computations' },
    schema: {
      operationId: 'previewImport',
      summary: 'Preview the first rows with another mapping',
      tags,
      params,
      body: optionalBody(PreviewBody),
      response: { 200: PreviewResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    preValidation: allowMissingBody,
    handler: async (request) => {
      const caller = callerOf(request);
      const account = accessInTurns(db, turns, caller);
      const row = await findImport(account, request);
      if (row.shape === null) throw wrongState(row.status);
      const merged = mergeMapping(row, (request.body.mapping ?? {}) as Record<string, ColumnMeaning>);
      if (!merged.ok) throw new DomainError('invalid_input', merged.error, { field: 'mapping' });
      const preview = await previewOf(caller, account, row, {
        mapping: merged.mapping,
        statuses: chooseStatuses((request.body.statuses ?? {}) as Record<string, Status>),
        dateOrder: request.body.date_order,
      });
      if (preview === null) throw new DomainError('conflict', 'the file is no longer stored');
      return succeed(preview);
    },
  });

  app.post(PATHS.importSheet, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'manager', turns: 'none' },
    schema: {
      operationId: 'chooseSheet',
      summary: 'Choose another sheet of an Excel file',
      description:
        'Before the import is started. Each sheet is an import of its own, so the response has another `import_id`.',
      tags,
      params,
      body: SheetBody,
      response: { 200: UploadResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const account = accessInTurns(db, turns, caller);
      const { sheet } = request.body;
      checkText('sheet', sheet);
      const found = await findImport(account, request);
      if (found.status !== 'ready') throw wrongState(found.status);
      store.requireSpace(caller.accountId);
      const chosen = await chooseSheet(account, compute, caller.liveAccountId, found, sheet);
      if (chosen.kind !== 'uploaded') throw describeRejection(chosen);
      const { row, isKnown } = chosen;
      const preview = await previewOf(caller, account, row);
      return succeed({ ...toImport(row), is_known: isKnown, preview });
    },
  });

  app.post(PATHS.importHeader, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'manager', turns: 'computations' },
    schema: {
      operationId: 'chooseHeader',
      summary: 'Take another row as the header',
      description:
        'Before any row is imported. The columns are mapped again, and the rows above the header are left out.',
      tags,
      params,
      body: HeaderBody,
      response: { 200: UploadResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const caller = callerOf(request);
      const account = accessInTurns(db, turns, caller);
      const found = await findImport(account, request);
      if (found.status !== 'ready') throw wrongState(found.status);
      const { line } = request.body;
      const chosen = await chooseHeader(account, compute, caller.liveAccountId, found, line);
      if (chosen.kind === 'unreadable')
        throw new DomainError('invalid_input', chosen.error, { field: 'line' });
      if (chosen.kind === 'cancelled')
        throw new DomainError('conflict', 'the import was started or cancelled meanwhile');
      const { row } = chosen;
      const preview = await previewOf(caller, account, row);
      return succeed({ ...toImport(row), is_known: true, preview });
    },
  });

  app.post(PATHS.importStart, {
    bodyLimit: LARGE_BODY,
    onRequest,
    config: { role: 'manager', turns: 'computations' },
    schema: {
      operationId: 'startImport',
      summary: 'Start an import, or resume one that stopped',
      tags,
      params,
      body: optionalBody(StartBody),
      response: { 200: ImportResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    preValidation: allowMissingBody,
    handler: async (request) => {
      const importId = importIdOf(request);
      const caller = callerOf(request);
      const account = accessInTurns(db, turns, caller);
      const order =
        request.body.date_order ??
        (await findDateOrder(
          account,
          caller.liveAccountId,
          await findImport(account, request),
          request.body,
        ));
      const started = await account.enter((scope) =>
        startImport(scope, importId, {
          ...request.body,
          ...(order === undefined ? {} : { date_order: order }),
        }),
      );
      return succeed(toImport(orReject(started)));
    },
  });

  app.post(PATHS.importCancel, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'manager' },
    schema: {
      operationId: 'cancelImport',
      summary: 'Cancel an import; leads already stored are kept',
      tags,
      params,
      response: { 200: ImportResult, ...errorsOf(400, 401, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const importId = importIdOf(request);
      const cancelled = await enterAccount(db, callerOf(request), (scope) => cancelImport(scope, importId));
      return succeed(toImport(orReject(cancelled)));
    },
  });

  app.post(PATHS.importUndo, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: { role: 'owner' },
    schema: {
      operationId: 'undoImport',
      summary: 'Undo an import: delete its leads',
      description:
        'Within 30 days after it ended. Leads that somebody has changed, assigned or written a note about are kept. ' +
        'The allowance that the leads used is not given back.',
      tags,
      params,
      response: { 200: ImportResult, ...errorsOf(400, 401, 403, 404, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const importId = importIdOf(request);
      const started = await enterAccount(db, callerOf(request), (scope) => startUndo(scope, importId));
      return succeed(toImport(orReject(started)));
    },
  });

  const sendRows = async (
    request: FastifyRequest<{ Params: { id: string }; Querystring: Static<typeof RefusedQuery> }>,
    reply: FastifyReply,
    which: 'rejected' | 'warnings',
  ) => {
    const caller = callerOf(request);
    const account = accessInTurns(db, turns, caller);
    const importId = importIdOf(request);
    const { limit } = request.query;
    const opened = await downloads.stream(caller.liveAccountId, async () => {
      const row = await account.enter(async (scope) => {
        const found = await getImport(scope, importId);
        if (found !== null && limit === undefined)
          await recordAudit(scope, 'import.refused_exported', showId('imp', importId), {
            refused_rows:
              which === 'rejected' ? found.rows_refused - found.rows_not_kept : found.rows_with_warnings,
          });
        return found;
      });
      if (row === null) throw noSuchImport();
      const { type, extension, content } = downloadRows(account, row, which, limit);
      const name = which === 'rejected' ? 'refused' : 'warnings';
      reply.header('Content-Type', type);
      reply.header(
        'Content-Disposition',
        `attachment; filename="${name}-${showId('imp', fromUuid(row.id))}.${extension}"`,
      );
      return content;
    });
    return sendStream(reply, opened);
  };

  app.get(PATHS.importRefused, {
    onRequest,
    config: { turns: 'none', exportsLeads: 'without limit' },
    schema: {
      operationId: 'downloadRefused',
      summary: 'Download rejected rows with their line numbers and reasons',
      description: 'In the format of the file: CSV or NDJSON. Kept for 30 days.',
      tags,
      params,
      querystring: RefusedQuery,
      response: { 200: rowsResponse('The rejected rows.'), ...errorsOf(400, 401, 404, 429, 503) },
    },
    handler: (request, reply) => sendRows(request, reply, 'rejected'),
  });

  app.get(PATHS.importWarnings, {
    onRequest,
    config: { turns: 'none', exportsLeads: 'without limit' },
    schema: {
      operationId: 'downloadWarnings',
      summary: 'Download rows that were stored without a date or a deal value',
      description:
        'With their line numbers and reasons, in the format of the file: CSV or NDJSON. The first 1,000, kept for 30 days.',
      tags,
      params,
      querystring: RefusedQuery,
      response: { 200: rowsResponse('The rows.'), ...errorsOf(400, 401, 404, 429, 503) },
    },
    handler: (request, reply) => sendRows(request, reply, 'warnings'),
  });
}

const rowsResponse = (description: string) => ({
  description,
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/x-ndjson': { schema: { type: 'string' } },
  },
});

const tooLarge = (): DomainError => new DomainError('too_large', 'files are limited to 1 GiB');

function describeRejection(rejected: UploadRejection): DomainError {
  switch (rejected.kind) {
    case 'too many uploads':
      return new DomainError(
        'too_many_uploads',
        `${MAX_UPLOADS} uploads are in progress; wait for one to end`,
        {
          retryAfterSeconds: 5,
        },
      );
    case 'too many in a day':
      return new DomainError(
        'too_many_uploads',
        `${MAX_UPLOADS_IN_A_DAY} files were uploaded within a day; put more leads into each file`,
        { retryAfterSeconds: 3_600 },
      );
    case 'too much in a day':
      return new DomainError(
        'too_many_uploads',
        `the files uploaded within a day add up to ${MAX_TIMES_HELD_IN_A_DAY} times what your plan holds; try again later`,
        { retryAfterSeconds: 3_600 },
      );
    case 'too many files':
      return new DomainError(
        'limit_reached',
        `${MAX_FILES} files are waiting to be imported; start or cancel some first`,
      );
    case 'storage full':
      return new DomainError(
        'import_storage_full',
        `your plan holds ${Math.floor(rejected.maxBytes / 1024 ** 2)} MiB of files waiting to be imported; ` +
          'cancel some, wait until others are imported, or split this one',
      );
    case 'cancelled':
      return new DomainError('conflict', 'the import was cancelled during the upload');
    case 'too large':
      return tooLarge();
    case 'unreadable':
      return new DomainError('invalid_input', rejected.error);
  }
}

const readLength = (header: string | undefined): number | null =>
  header === undefined ? null : Number(header);

const noSuchImport = (): DomainError => new DomainError('not_found', 'no such import');

const wrongState = (status: ImportRow['status']): DomainError =>
  new DomainError('conflict', `the import is ${status}`);

function importIdOf({ params: { id } }: ById): string {
  const importId = readId('imp', id);
  if (importId === null) throw noSuchImport();
  return importId;
}

async function findImport(account: AccountAccess, request: ById): Promise<ImportRow> {
  const importId = importIdOf(request);
  const row = await account.enter((scope) => getImport(scope, importId));
  if (row === null) throw noSuchImport();
  return row;
}

function orReject(changed: ChangeResult): ImportRow {
  switch (changed.kind) {
    case 'changed':
      return changed.row;
    case 'not found':
      throw noSuchImport();
    case 'not now':
      throw wrongState(changed.status);
    case 'wrong mapping':
      throw new DomainError('invalid_input', changed.error, { field: 'mapping' });
  }
}
