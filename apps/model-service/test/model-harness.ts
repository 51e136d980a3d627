import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, type Principal, type RequestInput, type ServiceName, SERVICES } from '@svc/contracts';
import {
  type BootedService,
  bootService,
  PlatformModule,
  platformConfig,
  queryRows,
  readConfig,
  RpcClient,
} from '@svc/platform';
import { type PrivateServer, scratchDirectory, serviceIdentities, startNats, startPostgres } from '@svc/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { configSchema } from '../src/config';
import { ModelServiceModule } from '../src/model-service.module';

/** model-service on real Postgres and NATS, asked as the gateway asks it. */
export interface ModelHarness {
  readonly nats: PrivateServer;
  readonly postgresUrl: string;
  readonly service: BootedService;
  readonly source: DataSource;
  ask(endpoint: Endpoint, request: RequestInput<Endpoint>, who: Principal): Promise<unknown>;
  /** Rows of the service's schema. */
  sql(statement: string, values?: readonly unknown[]): Promise<unknown[]>;
  /** Ends this process's service and starts another on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startModel(): Promise<ModelHarness> {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  const directory = scratchDirectory('model');
  const identity = serviceIdentities(directory, SERVICES);
  const environment = (service: ServiceName) => ({
    SVC_NATS_URL: nats.url,
    SVC_POSTGRES_URL: postgres.url,
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
    return bootService(ModelServiceModule.register(config), config);
  };
  const edge = readConfig(platformConfig, environment('gateway'));
  let service = await boot();
  const gateway = await bootService(PlatformModule.register({ service: 'gateway', config: edge }), edge);
  const rpc = gateway.app.get(RpcClient);
  const source = (): DataSource => service.app.get(DataSource);
  return {
    nats,
    postgresUrl: postgres.url,
    get service() {
      return service;
    },
    get source() {
      return source();
    },
    ask: (endpoint, request, principal) => rpc.call(endpoint, request, { principal }),
    sql: (statement, values = []) => queryRows(source(), z.unknown(), statement, values),
    async restart() {
      await service.stop();
      service = await boot();
    },
    async stop() {
      for (const one of [service, gateway]) await one.stop();
      await Promise.all([postgres.stop(), nats.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
