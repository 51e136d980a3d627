import { rmSync } from 'node:fs';
import { SERVICES } from '@svc/contracts';
import { bootService, type BootedService, openDataSource, queryRows, readConfig } from '@svc/platform';
import { type PrivateServer, scratchDirectory, serviceIdentities, startNats, startPostgres } from '@svc/testing';
import { z } from 'zod';
import { configSchema } from '../src/config';
import { ModelServiceModule } from '../src/model-service.module';

describe('model-service', () => {
  let postgres: PrivateServer;
  let nats: PrivateServer;
  let service: BootedService;
  const directory = scratchDirectory('model-keys');

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
    const config = readConfig(configSchema, {
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_LOG_LEVEL: 'silent',
      ...serviceIdentities(directory, SERVICES)('model'),
    });
    service = await bootService(ModelServiceModule.register(config), config);
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all([postgres.stop(), nats.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });

  it('is ready when NATS and its schema are there', async () => {
    const [live, ready] = await Promise.all([
      fetch(`${service.url}/health/live`),
      fetch(`${service.url}/health/ready`),
    ]);
    expect([live.status, ready.status]).toEqual([200, 200]);
  });

  it('has a schema of its own', async () => {
    const source = await openDataSource({ service: 'onlooker', url: postgres.url });
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
    await nats.kill();
    while ((await fetch(`${service.url}/health/ready`)).status !== 503);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await nats.restart();
    while ((await fetch(`${service.url}/health/ready`)).status !== 200);
  });
});
