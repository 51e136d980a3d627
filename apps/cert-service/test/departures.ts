import { getDerivation } from '@svc/contracts';
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
