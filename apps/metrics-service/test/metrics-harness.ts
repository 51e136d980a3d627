import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DynamicModule } from '@nestjs/common';
import { type ServiceName, SERVICES } from '@svc/contracts';
import { type BootedService, bootService, readConfig, RpcClient } from '@svc/platform';
import {
  type PrivateServer,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
  tokenOf,
} from '@svc/testing';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { configSchema, type Config } from '../src/config';
import { PaintingThread } from '../src/dashboard/picture/adapters/painting-thread';
import { PAGE_PAINTER } from '../src/dashboard/dashboard.ports';
import { PictureModule } from '../src/dashboard/picture/picture.module';
import { MetricsServiceModule } from '../src/metrics-service.module';
import { DuckDbTables } from './duckdb-tables';
import { neighbour, World } from './neighbour-services';

export const EDITOR = tokenOf('editor', 'editor');

/** metrics-service on real Postgres and NATS, between a scripted cert-service and compute-service. */
export interface MetricsHarness {
  readonly postgres: PrivateServer;
  readonly metrics: BootedService;
  readonly cert: BootedService;
  readonly world: World;
  /** The content of a file reply, as the gateway streams it. */
  open(object: string): Promise<Readable>;
  /** Calls as the gateway does, for a token. */
  readonly gateway: RpcClient;
  stop(): Promise<void>;
}

export async function startMetrics(): Promise<MetricsHarness> {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  const directory = scratchDirectory('keys');
  const identity = serviceIdentities(directory, SERVICES);
  const configOf = (service: ServiceName): Config =>
    readConfig(configSchema, {
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_LOG_LEVEL: 'silent',
      SVC_SHUTDOWN_GRACE_MS: '2000',
      SVC_WAREHOUSE: join(directory, 'warehouse'),
      ...identity(service),
    });
  const claimChecks = claimChecksIn(openWarehouse(join(directory, 'warehouse')));
  const world = new World(await DuckDbTables.open());
  const beside = (service: ServiceName) =>
    bootService(neighbour(service, configOf(service), world, claimChecks), configOf(service));
  const [cert, compute, gateway] = [await beside('cert'), await beside('compute'), await beside('gateway')];
  const metrics = await bootService(composed(configOf('metrics')), configOf('metrics'));
  return {
    postgres,
    metrics,
    cert,
    world,
    open: (object) => claimChecks.open(object),
    gateway: gateway.app.get(RpcClient),
    async stop() {
      for (const service of [metrics, gateway, compute, cert]) await service.stop();
      world.duckdb.close();
      await Promise.all([postgres.stop(), nats.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The service as composed, but for the program of its painting thread: from the sources as they are, not as last built. */
function composed(config: Config): DynamicModule {
  const real = MetricsServiceModule.register(config);
  const painter = {
    provide: PAGE_PAINTER,
    useFactory: () => new PaintingThread(join(__dirname, 'dashboard/run-page-picture.js')),
  };
  const pictures = { module: PictureModule, providers: [painter] };
  return { ...real, imports: (real.imports ?? []).map((it) => (it === PictureModule ? pictures : it)) };
}
