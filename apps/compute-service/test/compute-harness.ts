import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Controller, type DynamicModule, Inject, Injectable } from '@nestjs/common';
import {
  type CertifiedSource,
  type Dataset,
  datasetForm,
  type Principal,
  readersOfDataset,
  registerDataset,
  type RequestInput,
  type RequestOf,
  resolveDerivations,
  type ResponseOf,
  SERVICES,
  type TableVersion,
} from '@svc/contracts';
import {
  type BootedService,
  bootService,
  type CallContext,
  Handles,
  PlatformModule,
  platformConfig,
  readConfig,
  RpcClient,
} from '@svc/platform';
import {
  type PrivateServer,
  type RunningService,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
  startRedis,
  startService,
  tokenOf,
} from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { Client } from 'pg';
import type { z } from 'zod';
import { compiledCode } from './compiled-code';

const ROOT = resolve(__dirname, '../../..');
const PYTHON = join(ROOT, '.svc/python');

export const EDITOR = tokenOf('editor', 'editor');
export const OTHER = tokenOf('other', 'admin');

/** The derivations that cert-service knows; a test sets them. */
@Injectable()
class Derivations {
  readonly known = new Map<string, CertifiedSource>();
  /** Those that only this principal may see. */
  readonly onlyFor = new Map<string, string>();

  /** By dataset, the derivations that read it. */
  readonly readers = new Map<string, { seen: string[]; unseen: number }>();

  put(name: string, table: TableVersion | null): void {
    this.known.set(name, {
      derivation: name,
      certified: false,
      reason: table === null ? 'it never ran.' : 'not certified',
      run: null,
      verdict: null,
      table,
      params: {},
      certificate_digest: null,
      as_of: null,
    });
  }
}

@Controller()
class FakeCert {
  constructor(@Inject(Derivations) private readonly derivations: Derivations) {}

  @Handles(resolveDerivations)
  resolve(
    { names }: RequestOf<typeof resolveDerivations>,
    { principal }: CallContext,
  ): ResponseOf<typeof resolveDerivations> {
    const { known, onlyFor } = this.derivations;
    const found = names.flatMap((name) => {
      const source = known.get(name);
      return source === undefined || (onlyFor.get(name) ?? principal.id) !== principal.id
        ? []
        : [[name, source] as const];
    });
    const sources = Object.fromEntries(found);
    return { sources, missing: names.filter((name) => sources[name] === undefined) };
  }

  @Handles(readersOfDataset)
  readers({ dataset }: RequestOf<typeof readersOfDataset>): ResponseOf<typeof readersOfDataset> {
    return this.derivations.readers.get(dataset) ?? { seen: [], unseen: 0 };
  }
}

type Form = Partial<z.input<typeof datasetForm>> & { readonly name: string };

/** compute-service as built, in processes of its own, on real Postgres, NATS and Redis, beside a scripted cert-service. */
export interface ComputeHarness {
  readonly postgres: PrivateServer;
  readonly nats: PrivateServer;
  readonly redis: PrivateServer;
  readonly warehouse: Warehouse;
  /** Its directory. */
  readonly warehouseRoot: string;
  readonly stagedFolder: string;
  readonly derivations: Derivations;
  /** Calls as the gateway does, for a token. */
  readonly gateway: RpcClient;
  /** Starts a replica. */
  start(env?: Readonly<Record<string, string>>): Promise<RunningService>;
  /** Uploads a file and registers it, as the gateway does. */
  /** As an upload through the gateway; `said` is its query, visible to the project by default. */
  register(
    content: string | Uint8Array,
    fileName: string,
    form: Form,
    principal?: Principal,
    said?: RequestInput<typeof registerDataset>['query'],
  ): Promise<Dataset>;
  /** Rows of a table in the service's schema. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export async function startCompute(): Promise<ComputeHarness> {
  compiledCode();
  execFileSync('python3', [join(ROOT, 'python/provision.py'), PYTHON]);
  const [postgres, nats, redis] = await Promise.all([startPostgres({ fsync: false }), startNats(), startRedis()]);
  const directory = scratchDirectory('compute');
  const identityOf = serviceIdentities(directory, SERVICES);
  const bus = { SVC_NATS_URL: nats.url, SVC_LOG_LEVEL: 'silent', SVC_SHUTDOWN_GRACE_MS: '2000' };
  const warehouse = await openWarehouse(join(directory, 'warehouse'));
  const derivations = new Derivations();
  const beside: BootedService[] = [];
  for (const service of ['cert', 'gateway'] as const) {
    const config = readConfig(platformConfig, { ...bus, ...identityOf(service) });
    beside.push(await bootService(neighbour(service, config, derivations, warehouse), config));
  }
  const gateway = beside[1]?.app.get(RpcClient) ?? missing();
  const replicas: RunningService[] = [];
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  return {
    postgres,
    nats,
    redis,
    warehouse,
    warehouseRoot: join(directory, 'warehouse'),
    stagedFolder: join(directory, 'warehouse', 'staged'),
    derivations,
    gateway,
    async start(env = {}) {
      const replica = await startService('compute-service', {
        env: {
          ...bus,
          ...identityOf('compute'),
          SVC_LOG_LEVEL: 'warn',
          SVC_POSTGRES_URL: postgres.url,
          SVC_REDIS_URL: redis.url,
          SVC_WAREHOUSE: join(directory, 'warehouse'),
          SVC_PYTHON: join(PYTHON, 'bin/python'),
          SVC_PYTHON_SOURCES: join(ROOT, 'python'),
          SVC_PYTHON_LOCK: join(ROOT, 'python/requirements/base.txt'),
          SVC_QUERY_MEMORY_MB: '256',
          SVC_INGEST_MEMORY_MB: '256',
          ...env,
        },
      });
      replicas.push(replica);
      return replica;
    },
    async register(content, fileName, form, principal = EDITOR, said = { visibility: 'project' }) {
      const staged = await warehouse.stage();
      const { bytes } = await staged.write(Buffer.from(content));
      const body = { ...form, upload: { staged: staged.id, bytes, file_name: fileName } };
      return gateway.call(registerDataset, { params: {}, query: said, body }, { principal });
    },
    sql: async (statement, values = []) => (await database.query<Record<string, unknown>>(statement, values)).rows,
    async stop() {
      for (const replica of replicas) await replica.stop();
      for (const service of beside.reverse()) await service.stop();
      await database.end();
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A service on the bus beside compute-service; the gateway reads claim checks from the warehouse. */
function neighbour(
  service: 'cert' | 'gateway',
  config: z.output<typeof platformConfig>,
  derivations: Derivations,
  warehouse: Warehouse,
): DynamicModule {
  return {
    module: class Neighbour {},
    imports: [PlatformModule.register({ service, config, claimChecks: warehouse.results })],
    controllers: service === 'cert' ? [FakeCert] : [],
    providers: [{ provide: Derivations, useValue: derivations }],
  };
}

function missing(): never {
  throw new Error('the gateway was not started');
}
