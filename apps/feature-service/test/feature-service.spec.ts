import { type FeatureHarness, startFeature } from './feature-harness';

describe('feature-service', () => {
  let harness: FeatureHarness;
  beforeAll(async () => {
    harness = await startFeature();
  }, 240_000);
  afterAll(() => harness.stop(), 30_000);

  it('is ready when NATS and its schema are there', async () => {
    const { url } = harness.service;
    const [live, ready] = await Promise.all([fetch(`${url}/health/live`), fetch(`${url}/health/ready`)]);
    expect([live.status, ready.status]).toEqual([200, 200]);
  });

  it('says that it is alive but not ready while NATS is away, and ready when it is back', async () => {
    const { url } = harness.service;
    await harness.nats.kill();
    while ((await fetch(`${url}/health/ready`)).status !== 503);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await harness.nats.restart();
    while ((await fetch(`${url}/health/ready`)).status !== 200);
  });
});
