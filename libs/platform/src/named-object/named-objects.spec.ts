import { rmSync } from 'node:fs';
import { putEntity, type RequestInput, type ServiceName, SERVICES } from '@svc/contracts';
import type { z } from 'zod';
import {
  CALLERS,
  namedObjectConformance,
  type PrivateServer,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
} from '@svc/testing';
import { type BootedService, bootService } from '../boot/boot-service';
import { PlatformModule } from '../boot/platform.module';
import { readConfig } from '../config/config';
import { platformConfig, type PlatformConfig } from '../config/platform-config';
import { ForwardMigration, type SchemaChange } from '../data/data-options';
import { RpcClient } from '../rpc/client/rpc-client';
import { namedObjectControllers, provideNamedObjects } from './named-object-controller';

const THINGS = Symbol('things');
/** Names and definitions of entities serve as well as any: no rule of the feature store stands here. */
const definition = putEntity.body;

class CreateThings extends ForwardMigration {
  override readonly name = 'create-things-1763900000000';

  override async up(change: SchemaChange): Promise<void> {
    const access = 'owner text NOT NULL, visibility text NOT NULL, groups text[] NOT NULL';
    await change.query(`
      CREATE TABLE thing (
        name text PRIMARY KEY, definition jsonb NOT NULL, ${access}, version int NOT NULL, etag text NOT NULL,
        created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL
      )`);
    await change.query(`
      CREATE TABLE thing_version (
        name text NOT NULL, version int NOT NULL, definition jsonb NOT NULL, author text NOT NULL,
        created_at timestamptz NOT NULL, change text NOT NULL, PRIMARY KEY (name, version)
      )`);
    await change.query(`CREATE TABLE deleted_thing (name text PRIMARY KEY, ${access})`);
  }
}

let servers: PrivateServer[];
let services: BootedService[];
let gateway: RpcClient;
const directory = scratchDirectory('named-objects');

beforeAll(async () => {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  servers = [postgres, nats];
  const identity = serviceIdentities(directory, SERVICES);
  const configOf = (service: ServiceName): PlatformConfig =>
    readConfig(platformConfig, {
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_LOG_LEVEL: 'silent',
      ...identity(service),
    });
  const keeper = {
    module: class Keeper {},
    imports: [PlatformModule.register({ service: 'feature', config: configOf('feature'), migrations: [CreateThings] })],
    controllers: namedObjectControllers('entity', definition, THINGS),
    providers: [
      provideNamedObjects<z.output<typeof definition>>(THINGS, {
        what: 'thing',
        table: 'thing',
        definition,
        history: true,
      }),
    ],
  };
  const caller = {
    module: class Caller {},
    imports: [PlatformModule.register({ service: 'gateway', config: configOf('gateway') })],
  };
  services = [await bootService(keeper, configOf('feature')), await bootService(caller, configOf('gateway'))];
  gateway = services[1]?.app.get(RpcClient) ?? gateway;
});

afterAll(async () => {
  for (const it of [...services].reverse()) await it.stop();
  await Promise.all(servers.map((it) => it.stop()));
  rmSync(directory, { recursive: true, force: true });
});

const body = (_name: string, n: number): RequestInput<typeof putEntity>['body'] => ({
  joinKey: 'carrier',
  description: `Number ${n}`,
});

describe('what keeps named objects for a service', () => {
  namedObjectConformance('entity', {
    ask: (endpoint, request, principal) => gateway.call(endpoint, request, { principal }),
    body,
  });

  it('refuses a definition with characters that Postgres cannot store, and keeps nothing of it', async () => {
    for (const description of ['a\0', '\ud800'])
      await expect(
        gateway.call(
          putEntity,
          { params: { name: 'no_text' }, query: {}, body: { ...body('no_text', 0), description } },
          { principal: CALLERS.owner },
        ),
      ).rejects.toMatchObject({ code: 'invalid-request', detail: expect.stringContaining('not valid text') });
  });
});
