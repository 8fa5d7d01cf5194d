// Scoring settings: draft, backtest, publish, roll back, and re-scoring of open leads.

import {
  AccountSettingsResult,
  BacktestBody,
  BacktestResult,
  PublishBody,
  RescoreResult,
  RollBackBody,
  SettingsDraftBody,
  SettingsDraftResult,
  SettingsVersionList,
  SettingsVersionQuery,
  SettingsVersionResult,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import type { FastifyRequest } from 'fastify';
import { type Caller, isTestAccount } from '../../../accounts/profile/caller.ts';
import { DomainError } from '../../../platform/base/domain-error.ts';
import { type AccountCaller, type AccountScope, enterAccount } from '../../../platform/db/account-scope.ts';
import { saveDraft } from '../../../scoring/settings/draft.ts';
import { listVersions } from '../../../scoring/settings/list-versions.ts';
import {
  publishSettings,
  readProfileDeal,
  rollBackSettings,
} from '../../../scoring/settings/publish-version.ts';
import { readAccountSettings } from '../../../scoring/settings/read-account-settings.ts';
import {
  findBacktest,
  findRescore,
  startBacktest,
  startRescore,
} from '../../../scoring-jobs/rescoring/manage-jobs.ts';
import { admitCaller, callerOf } from '../../admission/admit.ts';
import { SETTINGS_BODY, SMALL_BODY } from '../../bodies/body-limits.ts';
import { succeed } from '../../framework/responses.ts';
import { allowMissingBody, checkText, errorsOf } from '../../framework/schema.ts';
import type { App } from '../../framework/typed-app.ts';
import type { PartsOf } from '../route-parts.ts';

const tags = ['Settings'];
const reading = { keyAccess: 'read' } as const;
const changing = { role: 'owner' } as const;
const readErrors = errorsOf(401, 429, 503);
const changeErrors = errorsOf(400, 401, 409, 413, 415, 429, 503);

export function addSettings(app: App, { gate, db }: PartsOf<'gate' | 'db'>): void {
  const onRequest = admitCaller(gate);
  /** The test account has no settings of its own. */
  const read = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> =>
    enterAccount(db, liveAccountOf(callerOf(request)), work);
  const change = <T>(request: FastifyRequest, work: (scope: AccountScope) => Promise<T>): Promise<T> => {
    const caller = callerOf(request);
    if (isTestKey(caller))
      throw new DomainError(
        'forbidden',
        'the settings apply to live leads, too; use a live key to change them',
      );
    return enterAccount(db, liveAccountOf(caller), work);
  };

  app.get(PATHS.settings, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'getSettings',
      summary: 'Get the live settings, the draft and the defaults',
      description: 'For each number, `groups` has a label, its range and the reason behind its default.',
      tags,
      response: { 200: AccountSettingsResult, ...readErrors },
    },
    handler: async (request) => succeed(await read(request, readAccountSettings)),
  });

  app.put(PATHS.settingsDraft, {
    bodyLimit: SETTINGS_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'saveSettingsDraft',
      summary: 'Save the draft of the settings',
      description: 'Leads keep being scored by the live version.',
      tags,
      body: SettingsDraftBody,
      response: { 200: SettingsDraftResult, ...changeErrors },
    },
    handler: async (request) =>
      succeed(
        await change(request, async (scope) => saveDraft(scope, request.body, await readProfileDeal(scope))),
      ),
  });

  app.post(PATHS.settingsBacktest, {
    bodyLimit: SETTINGS_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'startBacktest',
      summary: 'Try changed settings on the account’s own leads, without changing anything',
      description:
        'Scores up to 50,000 leads in the background: those with outcomes first, then the newest. Ask for the result with GET.',
      tags,
      body: BacktestBody,
      response: { 200: BacktestResult, ...changeErrors },
    },
    handler: async (request) => succeed(await change(request, (scope) => startBacktest(scope, request.body))),
  });

  app.get(PATHS.settingsBacktest, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'getBacktest',
      summary: 'Get the latest backtest',
      tags,
      response: { 200: BacktestResult, ...readErrors },
    },
    handler: async (request) => succeed(await read(request, findBacktest)),
  });

  app.post(PATHS.settingsPublish, {
    bodyLimit: SETTINGS_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'publishSettings',
      summary: 'Publish the draft, or other changes',
      description:
        'New leads are scored by the new version within seconds. Leads that are already scored stay as they are until you re-score them.',
      tags,
      body: PublishBody,
      response: { 200: SettingsVersionResult, ...changeErrors },
    },
    handler: async (request) => {
      checkText('note', request.body.note ?? '');
      return succeed(await change(request, (scope) => publishSettings(scope, request.body)));
    },
  });

  app.post(PATHS.settingsRollback, {
    bodyLimit: SMALL_BODY,
    onRequest,
    config: changing,
    schema: {
      operationId: 'rollBackSettings',
      summary: 'Publish an earlier version again',
      tags,
      body: RollBackBody,
      response: { 200: SettingsVersionResult, ...changeErrors },
    },
    handler: async (request) => {
      checkText('note', request.body.note ?? '');
      return succeed(await change(request, (scope) => rollBackSettings(scope, request.body)));
    },
  });

  app.get(PATHS.settingsVersions, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'listSettingsVersions',
      summary: 'List the published versions of the settings',
      tags,
      querystring: SettingsVersionQuery,
      response: { 200: SettingsVersionList, ...errorsOf(400, 401, 429, 503) },
    },
    handler: async (request) => {
      const { versions, nextBefore } = await read(request, (scope) =>
        listVersions(scope, request.query.before ?? null),
      );
      return { ...succeed(versions), next_before: nextBefore };
    },
  });

  app.post(PATHS.settingsRescore, {
    bodyLimit: SMALL_BODY,
    onRequest,
    preValidation: allowMissingBody,
    config: changing,
    schema: {
      operationId: 'startRescore',
      summary: 'Score open leads again, by the live settings',
      description:
        'In the background. The timeline of each lead whose score changes shows both scores. Webhooks are not called.',
      tags,
      response: { 200: RescoreResult, ...changeErrors },
    },
    handler: async (request) => succeed(await change(request, startRescore)),
  });

  app.get(PATHS.settingsRescore, {
    onRequest,
    config: reading,
    schema: {
      operationId: 'getRescore',
      summary: 'Get the latest re-scoring of open leads',
      tags,
      response: { 200: RescoreResult, ...readErrors },
    },
    handler: async (request) => succeed(await read(request, findRescore)),
  });
}

const liveAccountOf = ({ liveAccountId, actor, limitedTo }: Caller): AccountCaller => ({
  accountId: liveAccountId,
  actor,
  limitedTo,
});

const isTestKey = (caller: Caller): boolean => isTestAccount(caller) && caller.actor.startsWith('key_');
