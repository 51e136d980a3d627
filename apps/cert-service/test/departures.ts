import { getDerivation, type Job, putDerivation, runDerivation } from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { ADMIN, type CertHarness, EDITOR, startCert } from './cert-harness';

export let harness: CertHarness;

export const editor = { principal: EDITOR };

export const admin = { principal: ADMIN };

export const params = { name: 'departures' };

beforeAll(async () => {
  harness = await startCert();
}, 240_000);

afterAll(() => harness.stop());

export const get = () => harness.gateway.call(getDerivation, { params, query: {} }, editor);

export const files = { 'derivations/departures.py': 'x' };

export const put = (name = 'departures', if_match?: string) =>
  harness.gateway.call(
    putDerivation,
    { params: { name }, query: {}, body: { files }, ...(if_match === undefined ? {} : { if_match }) },
    editor,
  );

export const run = async (name = 'departures', force = false): Promise<Job> => {
  const started = await harness.gateway.call(runDerivation, { params: { name }, query: {}, body: { force } }, editor);
  return waitForJob(harness.gateway, started.id, editor);
};
