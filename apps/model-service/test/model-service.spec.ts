import { openDataSource, queryRows } from '@svc/platform';
import { z } from 'zod';
import { type ModelHarness, startModel } from './model-harness';

describe('model-service', () => {
  let harness: ModelHarness;
  beforeAll(async () => {
    harness = await startModel();
  });
  afterAll(() => harness.stop());
  const status = async (path: string) => (await fetch(`${harness.service.url}/health/${path}`)).status;

  it('is ready when NATS and its schema are there', async () => {
    expect([await status('live'), await status('ready')]).toEqual([200, 200]);
  });

  it('has a schema of its own', async () => {
    const source = await openDataSource({ service: 'onlooker', url: harness.postgresUrl });
    expect(
      await queryRows(
        source,
        z.object({ nspname: z.string() }),
        "SELECT nspname FROM pg_namespace WHERE nspname = 'model'",
      ),
    ).toHaveLength(1);
    await source.destroy();
  });

  it('says that it is alive but not ready while NATS is away, and ready when it is back', async () => {
    await harness.nats.kill();
    while ((await status('ready')) !== 503);
    expect(await status('live')).toBe(200);
    await harness.nats.restart();
    while ((await status('ready')) !== 200);
  });
});
