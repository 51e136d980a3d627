import { Readable } from 'node:stream';
import { maySee, type Principal, trackingCall } from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import { z } from 'zod';
import { ReadModels } from '../src/model/read-models';
import type { StoredModel } from '../src/model/model';
import type { ModelStore } from '../src/model/model.ports';
import type { StoredVersion } from '../src/model/version/version-content';
import { AnswerCall } from '../src/tracking/answer-call';
import { ArtifactCalls } from '../src/tracking/artifact-calls';
import { refusalReply } from '../src/tracking/mlflow-answer';
import { readJson } from '../src/tracking/read-json';
import { RegistryCalls } from '../src/tracking/registry-calls';
import { StoreCalls } from '../src/tracking/store-calls';
import { TrackedObjects } from '../src/tracking/tracked-objects';
import { VersionCalls } from '../src/tracking/version-calls';
import type { VersionFiles } from '../src/tracking/tracking.ports';
import { FakeMlflow } from './fake-mlflow';
import { sampleVersion } from './sample-version';

const { owner: ada, stranger: stu } = CALLERS;
const NOW = new Date('2026-11-22T00:00:00Z');
export const API = '/ml-tracking/api/2.0/mlflow';
export const FILES = '/ml-tracking/api/2.0/mlflow-artifacts/artifacts';

/** Ada's: `delay` with versions 1 and 3, of which 1 is champion, shared with the group red; and `secret`, shared with nobody. */
const MODELS: readonly StoredModel[] = [
  {
    name: 'delay',
    definition: { description: 'Late?', tags: { team: 'blue' } },
    owner: ada.id,
    visibility: 'groups',
    groups: ['red'],
    registry: { lastNumber: 3, versions: new Set([1, 3]), aliases: new Map([['champion', 1]]) },
    createdAt: NOW,
    updatedAt: NOW,
  },
  {
    name: 'secret',
    definition: { description: '', tags: {} },
    owner: ada.id,
    visibility: 'private',
    groups: [],
    registry: { lastNumber: 1, versions: new Set([1]), aliases: new Map() },
    createdAt: NOW,
    updatedAt: NOW,
  },
];
const versionsOf = (name: string): StoredVersion[] =>
  [...(MODELS.find((it) => it.name === name)?.registry.versions ?? [])]
    .reverse()
    .map((version) => ({ version, content: sampleVersion(), job: `model_${version}`, author: ada.id, createdAt: NOW }));
const seen = (who: Principal) => MODELS.filter((it) => maySee(it, who));
const never = () => Promise.reject(new Error('not changed from here'));
const store: ModelStore = {
  find: (name, who) => Promise.resolve(seen(who).find((it) => it.name === name) ?? null),
  names: (who) => Promise.resolve(seen(who).map((it) => it.name)),
  page: (_after, _limit, who) => Promise.resolve(seen(who)),
  versions: (name, _before, limit) => Promise.resolve(versionsOf(name).slice(0, limit ?? undefined)),
  version: (name, version) => Promise.resolve(versionsOf(name).find((it) => it.version === version) ?? null),
  versionOfJob: () => Promise.resolve(null),
  resolve: () => Promise.resolve(null),
  trainedOn: () => Promise.resolve(new Set()),
  share: never,
  change: never,
};

const FILES_OF_MODEL = { MLmodel: 'flavors: {}', 'artifacts/served.pkl': 'bytes', 'artifacts/deep/a': '' };
const files: VersionFiles = {
  list: () => Promise.resolve(Object.entries(FILES_OF_MODEL).map(([path, text]) => ({ path, bytes: text.length }))),
  read: (_archive, path) => {
    const text = new Map(Object.entries(FILES_OF_MODEL)).get(path);
    return Promise.resolve(
      text === undefined ? null : { bytes: text.length, stream: Readable.from([Buffer.from(text)]) },
    );
  },
};

/** The calls of the mount over that registry and an MLflow with experiments: 0 nobody's, 1 Ada's, 2 of `delay`, 3 the stranger's. */
export class TrackingWorld {
  readonly mlflow = new FakeMlflow();
  private readonly calls: AnswerCall;

  constructor() {
    const { mlflow } = this;
    mlflow.experiments
      .set('0', [])
      .set('1', [{ key: 'svc.owner', value: ada.id }])
      .set('2', [
        { key: 'svc.owner', value: ada.id },
        { key: 'svc.model', value: 'delay' },
      ])
      .set('3', [{ key: 'svc.owner', value: stu.id }]);
    for (const id of ['0', '1', '2', '3']) {
      mlflow.runs.set(`run${id}`, id);
      mlflow.models.set(`m-${id}`, id);
    }
    const reading = new ReadModels(store, { now: () => NOW });
    const tracked = new TrackedObjects(mlflow, store);
    this.calls = new AnswerCall(
      mlflow,
      new RegistryCalls(reading, store),
      new StoreCalls(mlflow, store, tracked),
      new ArtifactCalls(mlflow, tracked, new VersionCalls(reading, files)),
    );
  }

  /** As a request that the gateway passes on; a body that is no text is sent as JSON. */
  async call(method: string, url: string, who: Principal, body?: unknown) {
    const [path = '', query = ''] = url.split('?');
    const found = trackingCall(method, path);
    if (found === null) throw new Error(`${method} ${path} is not let through`);
    const text = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
    const content = { headers: {}, query, body: Readable.from([Buffer.from(text)]) };
    const reply = await this.calls.answer(found, content, who, new AbortController().signal).catch(refusalReply);
    const answer = z.record(z.string(), z.json()).safeParse(await readJson(reply));
    return answerOf.parse({ ...answer.data, status: reply.status });
  }
}

const answerOf = z.looseObject({ status: z.int(), error_code: z.string().optional(), message: z.string().optional() });

export const missing = { status: 404, error_code: 'RESOURCE_DOES_NOT_EXIST' };
export const bad = { status: 400, error_code: 'INVALID_PARAMETER_VALUE' };
