// What an account's outcomes teach: mode, training, versions, roll back and drift.

import {
  AccountModelResult,
  ModelBody,
  ModelDriftsResult,
  ModelRollBackBody,
  ModelVersionList,
  ModelVersionQuery,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { type Caller, isTestAccount } from '../../../accounts/profile/caller.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { type AccountCaller, type AccountScope, enterAccount } from '../../../platform/db/account-scope.ts';
import { acknowledgeDrift, listDrifts } from '../../../scoring/drift/manage-drifts.ts';
import { listModelVersions } from '../../../scoring/models/list-model-versions.ts';
import { changeModel, rollBackModel } from '../../../scoring/models/publish-model.ts';
import { readAccountModel } from '../../../scoring-jobs/training/read-account-model.ts';
import { startTraining } from '../../../scoring-jobs/training/start-training.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { allowMissingBody, checkText, errorsOf, idParam } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Model'];
const reading = { keyAccess: 'read' } as const;
const changing = { role: 'owner' } as const;
const changeErrors = errorsOf(400, 401, 409, 413, 415, 429, 503);

export function addModel(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  const onRequest = admitCaller(gate);
  /** The test account has no model of its own. */
  const read = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> =>
    enterAccount(db, liveAccountOf(callerOf(request)), work);
  const changeAndRead = <T>(
    request: FastifyRequest,
    work: (scope: AccountScope) => Promise<void>,
    readBack: (scope: AccountScope) => Promise<T>,
  ): Promise<T> => {
    const caller = callerOf(request);
    if (isTestKey(caller))
      throw new DomainError('forbidden', 'the model applies to live leads, too; use a live key to change it');
    return enterAccount(db, liveAccountOf(caller), async (scope) => {
      await work(scope);
      return readBack(scope);
    });
  };
  const change = (request: FastifyRequest, work: (scope: AccountScope) => Promise<void>) =>
    changeAndRead(request, work, readAccountModel);

  app.get(PATHS.model, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'getModel',
      summary: 'Get the mode, the live model and what the latest training found',
      tags,
      response: { 200: AccountModelResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await read(request, readAccountModel)),
  });

  app.put(PATHS.model, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'changeModel',
      summary: 'Change whether and how far outcomes may move scores',
      description: 'Publishes a new version, by which new leads are scored within seconds.',
      tags,
      body: ModelBody,
      response: { 200: AccountModelResult, ...changeErrors },
    },
    handler: async (request) => succeed(await change(request, (scope) => changeModel(scope, request.body))),
  });

  app.post(PATHS.modelTrain, {
    bodyLimit: SMALL_BODY,
    onRequest,
    preValidation: allowMissingBody,
    config: changing,
    schema: {
      operationId: 'trainModel',
      summary: 'Train a model on the outcomes so far',
      description:
        'In the background; it also happens at night if there are new outcomes. Ask for the progress and the verdict with GET /api/model. 409 while a training is running, or if learning is off.',
      tags,
      response: { 200: AccountModelResult, ...changeErrors },
    },
    handler: async (request) => succeed(await change(request, startTraining)),
  });

  app.get(PATHS.modelVersions, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'listModelVersions',
      summary: 'List the published versions of the model',
      tags,
      querystring: ModelVersionQuery,
      response: { 200: ModelVersionList, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => {
      const { versions, nextBefore } = await read(request, (scope) =>
        listModelVersions(scope, request.query.before ?? null),
      );
      return { ...succeed(versions), next_before: nextBefore };
    },
  });

  app.post(PATHS.modelRollback, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'rollBackModel',
      summary: 'Publish the model of an earlier version again',
      tags,
      body: ModelRollBackBody,
      response: { 200: AccountModelResult, ...changeErrors },
    },
    handler: async (request) => {
      checkText('note', request.body.note ?? '');
      return succeed(await change(request, (scope) => rollBackModel(scope, request.body)));
    },
  });

  app.get(PATHS.modelDrifts, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'listDrifts',
      summary: 'List what has shifted in the leads',
      description:
        'Once a week, the latest weeks are compared with those before: the share and the win rate of each source and answer, and how many leads with the same chance of closing were won.',
      tags,
      response: { 200: ModelDriftsResult, ...errorsOf(401, 429, 503) },
    },
    handler: async (request) => succeed(await read(request, listDrifts)),
  });

  app.post(PATHS.acknowledgeDrift, {
    bodyLimit: SMALL_BODY,
    onRequest,
    preValidation: allowMissingBody,
    config: changing,
    schema: {
      operationId: 'acknowledgeDrift',
      summary: 'Acknowledge a drift, so that it counts as normal from then on',
      tags,
      params: idParam({ id: 'drift' }),
      response: { 200: ModelDriftsResult, ...errorsOf(400, 401, 404, 413, 415, 429, 503) },
    },
    handler: async (request) => {
      const { id } = request.params;
      return succeed(await changeAndRead(request, (scope) => acknowledgeDrift(scope, id), listDrifts));
    },
  });
}

const liveAccountOf = ({ liveAccountId, actor, limitedTo }: Caller): AccountCaller => ({
  accountId: liveAccountId,
  actor,
  limitedTo,
});

const isTestKey = (caller: Caller): boolean => isTestAccount(caller) && caller.actor.startsWith('key_');
