import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Principal, ROLE_SCOPES, type ServiceName, SERVICES } from '@svc/contracts';
import { type BootedService, bootService, generatePrincipalKey, readConfig, RpcClient } from '@svc/platform';
import { type PrivateServer, scratchDirectory, startNats, startPostgres } from '@svc/testing';
import { claimChecksIn, DirectoryWarehouse } from '@svc/warehouse';
import { configSchema, type Config } from '../src/config';
import { MetricsServiceModule } from '../src/metrics-service.module';
import { DuckDbTables } from './duckdb-tables';
import { neighbour, World } from './neighbour-services';

export const EDITOR: Principal = { id: 'token:editor', kind: 'token', role: 'editor', scopes: [...ROLE_SCOPES.editor], groups: [] };

/** metrics-service on real Postgres and NATS, between a scripted cert-service and compute-service. */
export interface MetricsHarness {
  readonly postgres: PrivateServer;
  readonly metrics: BootedService;
  readonly cert: BootedService;
  readonly world: World;
  /** Calls as the gateway does, for a token. */
  readonly gateway: RpcClient;
  stop(): Promise<void>;
}

export async function startMetrics(): Promise<MetricsHarness> {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  const directory = scratchDirectory('keys');
  const configOf = keysIn(directory, { SVC_NATS_URL: nats.url, SVC_POSTGRES_URL: postgres.url, SVC_LOG_LEVEL: 'silent', SVC_SHUTDOWN_GRACE_MS: '2000', SVC_WAREHOUSE: join(directory, 'warehouse') });
  const claimChecks = claimChecksIn(DirectoryWarehouse.open(join(directory, 'warehouse')));
  const world = new World(await DuckDbTables.open());
  const beside = (service: ServiceName) => bootService(neighbour(service, configOf(service), world, claimChecks), configOf(service));
  const [cert, compute, gateway] = [await beside('cert'), await beside('compute'), await beside('gateway')];
  const metrics = await bootService(MetricsServiceModule.register(configOf('metrics')), configOf('metrics'));
  return {
    postgres, metrics, cert, world,
    gateway: gateway.app.get(RpcClient),
    async stop() {
      for (const service of [metrics, gateway, compute, cert]) await service.stop();
      world.duckdb.close();
      await Promise.all([postgres.stop(), nats.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function keysIn(directory: string, env: Readonly<Record<string, string>>): (service: ServiceName) => Config {
  const keyring = SERVICES.map((service) => {
    const { seed, publicKey } = generatePrincipalKey();
    writeFileSync(join(directory, `${service}.key`), seed, { mode: 0o600 });
    return [service, publicKey] as const;
  });
  const file = join(directory, 'keyring.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(keyring)));
  return (service) => readConfig(configSchema, { ...env, SVC_PRINCIPAL_KEY_FILE: join(directory, `${service}.key`), SVC_PRINCIPAL_KEYRING_FILE: file });
}
