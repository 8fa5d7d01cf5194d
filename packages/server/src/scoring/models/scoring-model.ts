// A published model on its way to the thread that scores a lead. It is sent as shared bytes, which costs nothing, and opened
// once in each thread.

import { isMainThread } from 'node:worker_threads';
import type { LearnedModel } from '@leadline/engine';
import { openModel, readStoredModel } from '@leadline/learning';
import { LRUCache } from 'lru-cache';
import { limitOf, type ModelMode, nameModelVersion } from './model-version.ts';

export interface ScoringModel {
  /** The account and the version, which together never change. */
  readonly key: string;
  /** As scores name it. */
  readonly name: string;
  /** The most points it can add or subtract. */
  readonly limit: number;
  readonly json: Uint8Array<SharedArrayBuffer>;
}

export interface PublishedModel {
  readonly version: number;
  readonly mode: ModelMode;
  readonly pointLimit: number;
  /** The model as JSON. */
  readonly model: string;
}

export function toScoringModel(accountId: string, published: PublishedModel): ScoringModel {
  const { version, model } = published;
  const json = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(model)));
  Buffer.from(json.buffer).write(model);
  return {
    key: `${accountId} ${version}`,
    name: nameModelVersion(version),
    limit: limitOf(published),
    json,
  };
}

/** Of JSON. An opened model takes up to ten times as much memory: 1,200 models of 1,000 outcomes each are 230 MB. Opening
 * one takes as long as scoring two leads. Compute threads have little memory. */
const MAX_JSON_BYTES = (isMainThread ? 24 : 4) * 1024 * 1024;

interface Opened {
  readonly model: LearnedModel | null;
}

/** Of this thread. */
const opened = new LRUCache<string, Opened>({ maxSize: MAX_JSON_BYTES });

/** Null without a model, and if a later version of Leadline can't read it: then leads are scored by the rules alone, and
 * their scores say so. */
export function openScoringModel(scoring: ScoringModel | null): LearnedModel | null {
  if (scoring === null) return null;
  const { key, json } = scoring;
  const kept = opened.get(key);
  if (kept !== undefined) return kept.model;
  const read = open(scoring);
  opened.set(key, read, { size: json.length });
  return read.model;
}

function open({ name, limit, json }: ScoringModel): Opened {
  const read = readStoredModel(JSON.parse(Buffer.from(json.buffer).toString()));
  return { model: read.ok ? openModel(read.model, { limit, name }) : null };
}
