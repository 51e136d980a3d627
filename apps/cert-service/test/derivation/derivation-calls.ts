import {
  getDerivation,
  type Job,
  type Manifest,
  type Principal,
  putDerivation,
  runDerivation,
  shareDerivation,
  type Visibility,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { CALLERS } from '@svc/testing';
import { aManifest } from '../builders';
import { type CertHarness, startCert } from '../cert-harness';

export const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;

export const files = { 'derivations/departures.py': 'x' };

export let harness: CertHarness;

beforeAll(async () => {
  harness = await startCert();
}, 240_000);

afterAll(() => harness.stop());

export const params = (name: string) => ({ params: { name }, query: {} });

export const as = (principal: Principal) => ({ principal });

export const get = (name: string, who: Principal) => harness.gateway.call(getDerivation, params(name), as(who));

export const start = (name: string, who: Principal) =>
  harness.gateway.call(runDerivation, { ...params(name), body: { force: true } }, as(who));

export const run = async (name: string, who: Principal): Promise<Job> =>
  waitForJob(harness.gateway, (await start(name, who)).id, as(who));

/** Registers a derivation under that name as `who`, replacing an existing one. */
export async function put(name: string, who: Principal, inputs?: Manifest['inputs']): Promise<void> {
  harness.world.manifests = [aManifest({ name, ...(inputs === undefined ? {} : { inputs }) })];
  const there = await get(name, who).then(
    () => ({ if_match: '*' }),
    () => ({ query: { visibility: 'project' } as const }),
  );
  await harness.gateway.call(putDerivation, { ...params(name), body: { files }, ...there }, as(who));
}

export const from = (ref: string): Manifest['inputs'] => ({ base: { kind: 'derivation', ref } });

export function share(
  name: string,
  body: { visibility: Visibility; groups?: string[]; owner?: string },
  ifMatch: string | null = '*',
  who: Principal = ada,
) {
  return harness.gateway.call(
    shareDerivation,
    { ...params(name), body, ...(ifMatch === null ? {} : { if_match: ifMatch }) },
    as(who),
  );
}
