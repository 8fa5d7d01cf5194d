// File imports.

import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  type ColumnMeaning,
  ImportList,
  ImportResult,
  PreviewBody,
  PreviewResult,
  SheetBody,
  StartBody,
  type Status,
  UploadQuery,
  UploadResult,
} from '@leadline/contract';
import { MAX_IMPORT_BYTES } from '@leadline/contract/limits';
import { PATHS } from '@leadline/contract/paths';
import { DomainError } from '../../base/domain-error.ts';
import { fromUuid, readId, showId } from '../../base/ids.ts';
import type { CellStores } from '../../cells/cell-stores.ts';
import type { ComputePool } from '../../compute/compute-pool.ts';
import {
  type AccountAccess,
  type AccountDatabase,
  accessAccount,
  enterAccount,
} from '../../db/account-scope.ts';
import { chooseSheet } from '../../imports/choose-sheet.ts';
import type { ColumnMapping } from '../../imports/columns.ts';
import { downloadRejectedRows } from '../../imports/download-rejected-rows.ts';
import {
  type ChangeResult,
  cancelImport,
  getImport,
  listImports,
  mergeMapping,
  startImport,
  toImport,
} from '../../imports/manage-imports.ts';
import { previewImport } from '../../imports/preview-import.ts';
import { chooseStatuses } from '../../imports/status-words.ts';
import { MAX_FILES, MAX_UPLOADS, MAX_UPLOADS_IN_A_DAY, uploadFile } from '../../imports/upload-file.ts';
import type { ImportRow, UploadRejection } from '../../imports/upload-result.ts';
import type { ScoringModels } from '../../models/scoring-models.ts';
import { OpenExports } from '../../people/open-exports.ts';
import type { ScoringSettings } from '../../settings/scoring-settings.ts';
import { admitCaller, callerOf, type Gate } from '../admit.ts';
import { sendStream, succeed } from '../responses.ts';
import {
  allowMissingBody,
  type ById,
  checkText,
  errorsOf,
  idParam,
  optionalBody,
  skipBodyValidation,
} from '../schema.ts';
import { accessInTurns, type Turns } from '../take-turns.ts';
import type { App } from '../typed-app.ts';

const FILE_AS_BODY = 'send the file itself as the body (curl --data-binary @leads.csv)';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const tags = ['Imports'];
const params = idParam({ id: 'imp' });

export interface ImportParts {
  readonly compute: ComputePool;
  readonly settings: ScoringSettings;
  readonly models: ScoringModels;
}

export function addImports(
  app: App,
  gate: Gate,
  store: Pick<CellStores, 'requireSpace'>,
  db: AccountDatabase,
  turns: Turns,
  { compute, settings, models }: ImportParts,
): void {
  const onRequest = admitCaller(gate);
  const downloads = new OpenExports();

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
      config: { streamsBody: true, turns: 'none' },
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
        const mapping = row.mapping as ColumnMapping;
        const now = new Date();
        const preview = await previewImport(account, compute, caller.liveAccountId, {
          row,
          mapping,
          now,
          settings: await settings.of(caller),
          model: await models.of(caller),
        });
        if (start && (row.status === 'ready' || row.status === 'stopped')) {
          const options = when_full === undefined ? {} : { when_full };
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
    onRequest,
    config: { turns: 'computations' },
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
      const preview = await previewImport(account, compute, caller.liveAccountId, {
        row,
        mapping: merged.mapping,
        statuses: chooseStatuses((request.body.statuses ?? {}) as Record<string, Status>),
        now: new Date(),
        settings: await settings.of(caller),
        model: await models.of(caller),
      });
      if (preview === null) throw new DomainError('conflict', 'the file is no longer stored');
      return succeed(preview);
    },
  });

  app.post(PATHS.importSheet, {
    onRequest,
    config: { turns: 'none' },
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
      const mapping = row.mapping as ColumnMapping;
      const toPreview = {
        row,
        mapping,
        now: new Date(),
        settings: await settings.of(caller),
        model: await models.of(caller),
      };
      const preview = await previewImport(account, compute, caller.liveAccountId, toPreview);
      return succeed({ ...toImport(row), is_known: isKnown, preview });
    },
  });

  app.post(PATHS.importStart, {
    onRequest,
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
      const started = await enterAccount(db, callerOf(request), (scope) =>
        startImport(scope, importId, request.body),
      );
      return succeed(toImport(orReject(started)));
    },
  });

  app.post(PATHS.importCancel, {
    onRequest,
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

  app.get(PATHS.importRefused, {
    onRequest,
    config: { turns: 'none' },
    schema: {
      operationId: 'downloadRefused',
      summary: 'Download rejected rows with their line numbers and reasons',
      description: 'In the format of the file: CSV or NDJSON. Kept for 30 days.',
      tags,
      params,
      response: {
        200: {
          description: 'The rejected rows.',
          content: {
            'text/csv': { schema: { type: 'string' } },
            'application/x-ndjson': { schema: { type: 'string' } },
          },
        },
        ...errorsOf(401, 404, 429, 503),
      },
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const account = accessInTurns(db, turns, caller);
      const importId = importIdOf(request);
      const leave = downloads.enter(caller.liveAccountId);
      if (leave === null)
        throw new DomainError('rate_limited', 'too many downloads in progress for this account', {
          retryAfterSeconds: 2,
        });
      const row = await account
        .enter((scope) => getImport(scope, importId))
        .catch((error: unknown) => {
          leave();
          throw error;
        });
      if (row === null) {
        leave();
        throw noSuchImport();
      }
      const { type, extension, content } = downloadRejectedRows(account, row);
      content.once('close', leave);
      reply.header('Content-Type', type);
      reply.header(
        'Content-Disposition',
        `attachment; filename="refused-${showId('imp', fromUuid(row.id))}.${extension}"`,
      );
      return sendStream(reply, content);
    },
  });
}

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
