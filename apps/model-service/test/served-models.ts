import { randomUUID } from 'node:crypto';
import { modelNoun, type Principal, type RequestInput, servingNoun } from '@svc/contracts';
import { CALLERS } from '@svc/testing';
import type { Warehouse } from '@svc/warehouse';
import { RegisterVersion } from '../src/model/register-version';
import { WAREHOUSE } from '../src/warehouse';
import { delays, delaysSignature, doubled, doubledSignature, flatArchive } from './flat-archive';
import { type ModelHarness, startModel } from './model-harness';
import { sampleVersion } from './sample-version';

const { owner: ada } = CALLERS;
export const api = { ...modelNoun.endpoints, ...servingNoun.endpoints };
type Name = keyof typeof api;

/** A row of the model "delays": the flight is punctual. */
export const row = { distance: 400, carrier: 'UA', night: true, departure: '2026-03-01T12:00:00Z' };

/** model-service with models that can be served, for the tests of a file. The caller is the models' owner unless another is named. */
export function servedModels() {
  let harness: ModelHarness;
  beforeAll(async () => {
    harness = await startModel();
  });
  afterAll(() => harness.stop());

  async function call<N extends Name>(name: N, request: object, who: Principal = ada) {
    const asked = { params: {}, query: {}, body: undefined, ...request } satisfies
      RequestInput<(typeof api)[N]> | object;
    return api[name].response.parse(await harness.ask(api[name], asked, who));
  }

  /** As a training that ends. */
  async function register(name: string, archive: Uint8Array, more: Parameters<typeof sampleVersion>[1] = {}) {
    const stored = await harness.service.app.get<Warehouse>(WAREHOUSE).put(archive);
    const content = sampleVersion('sound', { ...more, archive: stored });
    const trained = { name, content, job: `model_${randomUUID()}`, said: undefined };
    return harness.service.app.get(RegisterVersion).register(trained, ada);
  }

  return {
    call,
    register,
    harness: () => harness,
    registerDelays: (name: string) =>
      register(name, flatArchive(delays), { signature: delaysSignature, classes: ['late', 'punctual'] }),
    registerDoubled: (name: string, document: object = doubled) =>
      register(name, flatArchive(document), { signature: doubledSignature, classes: null }),
    publish: (name: string) => harness.sql("UPDATE model SET visibility = 'project' WHERE name = $1", [name]),
    async invoke(name: string, body: unknown, { who = ada, version }: { who?: Principal; version?: string } = {}) {
      const query = version === undefined ? {} : { version };
      return api.invokeModel.response.parse(await call('invokeModel', { params: { name }, query, body }, who));
    },
    async records(name: string, query: object = {}, who = ada) {
      const request = { params: { name }, query: { limit: 50, ...query } };
      return api.listInvocations.response.parse(await call('listInvocations', request, who)).items;
    },
  };
}
