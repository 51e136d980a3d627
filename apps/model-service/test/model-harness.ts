import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import {
  type Endpoint,
  type FileReply,
  type Principal,
  type RequestInput,
  type ServiceName,
  SERVICES,
} from '@svc/contracts';
import {
  type BootedService,
  bootService,
  PlatformModule,
  platformConfig,
  type PlatformConfig,
  queryRows,
  readConfig,
  RpcClient,
} from '@svc/platform';
import {
  type PrivateServer,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
  startRedis,
} from '@svc/testing';
import { claimChecksIn, openWarehouse, type Warehouse } from '@svc/warehouse';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type Config, configSchema } from '../src/config';
import { ModelServiceModule } from '../src/model-service.module';
import { EngineModule } from '../src/engine/engine.module';
import { type Engines, ENGINES } from '../src/engine/engine.ports';

export interface HarnessOptions {
  readonly engines?: Engines;
  readonly beside?: readonly {
    readonly service: ServiceName;
    readonly module: (config: PlatformConfig) => DynamicModule;
  }[];
}

/** The service as composed, with other engines. */
function composed(config: Config, engines: Engines | undefined): DynamicModule {
  const real = ModelServiceModule.register(config);
  if (engines === undefined) return real;
  const scripted = { module: EngineModule, providers: [{ provide: ENGINES, useValue: engines }] };
  return { ...real, imports: (real.imports ?? []).map((it) => (it === EngineModule ? scripted : it)) };
}

/** model-service on real Postgres and NATS, asked as the gateway asks it. */
export interface ModelHarness {
  readonly nats: PrivateServer;
  readonly warehouse: Warehouse;
  readonly postgresUrl: string;
  /** Of the service, for one more replica in a process of its own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly service: BootedService;
  readonly source: DataSource;
  ask(endpoint: Endpoint, request: RequestInput<Endpoint>, who: Principal): Promise<unknown>;
  /** For endpoints that answer with a file. */
  file(endpoint: Endpoint, request: RequestInput<Endpoint>, who: Principal): Promise<FileReply>;
  /** Rows of the service's schema. */
  sql(statement: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Ends this process's service and starts another on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** `engines` stand in for those of this machine; `beside` are other services, each given its configuration. */
export async function startModel({ engines, beside }: HarnessOptions = {}): Promise<ModelHarness> {
  const [postgres, nats, redis] = await Promise.all([startPostgres({ fsync: false }), startNats(), startRedis()]);
  const directory = scratchDirectory('model');
  const identity = serviceIdentities(directory, SERVICES);
  const environment = (service: ServiceName) => ({
    SVC_NATS_URL: nats.url,
    SVC_POSTGRES_URL: postgres.url,
    SVC_REDIS_URL: redis.url,
    SVC_LOG_LEVEL: 'silent',
    SVC_SHUTDOWN_GRACE_MS: '2000',
    SVC_WAREHOUSE: join(directory, 'warehouse'),
    SVC_WEBHOOK_KEY: key,
    SVC_WEBHOOK_LOOPBACK: 'true',
    ...identity(service),
  });
  const key = randomBytes(32).toString('base64');
  const boot = () => {
    const config = readConfig(configSchema, environment('model'));
    return bootService(composed(config, engines), config);
  };
  const edge = readConfig(platformConfig, environment('gateway'));
  const others = await Promise.all(
    (beside ?? []).map(({ service, module }) => {
      const config = readConfig(platformConfig, environment(service));
      return bootService(module(config), config);
    }),
  );
  let service = await boot();
  const claimChecks = claimChecksIn(openWarehouse(join(directory, 'warehouse')));
  const gateway = await bootService(PlatformModule.register({ service: 'gateway', config: edge, claimChecks }), edge);
  const rpc = gateway.app.get(RpcClient);
  const source = (): DataSource => service.app.get(DataSource);
  return {
    nats,
    warehouse: await openWarehouse(join(directory, 'warehouse')),
    postgresUrl: postgres.url,
    environment: environment('model'),
    get service() {
      return service;
    },
    get source() {
      return source();
    },
    ask: (endpoint, request, principal) => rpc.call(endpoint, request, { principal }),
    async file(endpoint, request, principal) {
      const answer = await rpc.exchange(endpoint, request, { principal });
      if (answer.kind !== 'file') throw new Error(`${endpoint.name} answered with no file`);
      return answer.file;
    },
    sql: (statement, values = []) => queryRows(source(), z.unknown(), statement, values),
    async restart() {
      await service.stop();
      service = await boot();
    },
    async stop() {
      for (const one of [service, gateway, ...others]) await one.stop();
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
