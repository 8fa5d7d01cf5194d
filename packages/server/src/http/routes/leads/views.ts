// Saved views: named inbox filters.

import { DeleteResult, ViewBody, ViewList, ViewResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { readId } from '../../../platform/base/ids.ts';
import { enterAccount } from '../../../platform/db/account-scope.ts';
import { createView, deleteView, listViews } from '../../../work/manage-views.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { MEDIUM_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { checkText, errorsOf, idParam } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Leads'];

export function addViews(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  const onRequest = admitCaller(gate);

  app.get(PATHS.views, {
    onRequest,
    config: { keyAccess: 'read' },
    schema: {
      operationId: 'listViews',
      summary: 'List saved views of the inbox, oldest first',
      tags,
      response: { 200: ViewList, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await enterAccount(db, callerOf(request), listViews)),
  });

  app.post(PATHS.views, {
    bodyLimit: MEDIUM_BODY,
    onRequest,
    schema: {
      operationId: 'createView',
      summary: 'Save inbox filters as a view',
      tags,
      body: ViewBody,
      response: { 200: ViewResult, ...errorsOf(400, 401, 409, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { query } = request.body;
      const name = request.body.name.trim();
      checkText('name', name);
      checkText('query', query);
      if (name === '') throw new DomainError('invalid_input', 'name is empty', { field: 'name' });
      const view = await enterAccount(db, callerOf(request), (scope) => createView(scope, { name, query }));
      return succeed(view);
    },
  });

  app.delete(PATHS.view, {
    bodyLimit: SMALL_BODY,
    onRequest,
    schema: {
      operationId: 'deleteView',
      summary: 'Delete a saved view',
      tags,
      params: idParam({ id: 'view' }),
      response: { 200: DeleteResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const viewId = readId('view', request.params.id);
      const isDeleted =
        viewId !== null && (await enterAccount(db, callerOf(request), (scope) => deleteView(scope, viewId)));
      if (!isDeleted) throw new DomainError('not_found', 'no such view');
      return succeed({ deleted: true });
    },
  });
}
