import { type ComputeHarness, EDITOR, startCompute } from './compute-harness';

export const CSV = 'carrier,delay\nUA,1.5\nAA,\nB6,-3\n';

export let harness: ComputeHarness;

export const asEditor = { principal: EDITOR };

beforeAll(async () => {
  harness = await startCompute();
  await Promise.all([harness.start(), harness.start()]);
}, 240_000);

afterAll(() => harness.stop(), 30_000);
