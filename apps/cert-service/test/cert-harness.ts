import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, type DynamicModule, Inject, Injectable, type OnModuleInit, type Provider } from '@nestjs/common';
import {
  type Attestation,
  type BrokenFile,
  derivationExecution,
  describeProject,
  type ExecutionResult,
  type Job,
  type Manifest,
  maySee,
  type ObjectAccess,
  type Principal,
  queryTables,
  type RequestOf,
  resolveDatasets,
  type ResponseOf,
  type ServiceName,
  SERVICES,
  startExecution,
  type TableVersion,
} from '@svc/contracts';
import {
  type BootedService,
  bootService,
  type CallContext,
  FactHolders,
  Handles,
  JobQueue,
  PlatformModule,
  PrincipalSigner,
  privateKeyFrom,
  readConfig,
  RpcClient,
} from '@svc/platform';
import {
  CALLERS,
  flipped,
  objectPath,
  type PrivateServer,
  rewriteFile,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
  startRedis,
  tokenOf,
} from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { CertServiceModule } from '../src/cert-service.module';
import { PrintingThread } from '../src/certificate-pdf/adapters/printing-thread';
import { CertificatePdfModule } from '../src/certificate-pdf/certificate-pdf.module';
import { CERTIFICATE_PRINTER } from '../src/certificate-pdf/certificate-printer';
import { type Config, configSchema } from '../src/config';
import { OracleModule } from '../src/oracle/oracle.module';
import { aManifest, anAttestation, anExecution, aTable, ROWS } from './builders';
import { realOracle, scriptedOracle } from './oracle-providers';
import { fakeGateway } from './fake-gateway';

export const EDITOR = tokenOf('editor', 'editor');
export const ADMIN = tokenOf('admin', 'admin');

const OPEN: ObjectAccess = { owner: 'user:nobody', visibility: 'project', groups: [] };
const environment = `sha256:${'3'.repeat(64)}`;

/** The answers of compute-service and the oracle; a test sets and changes them. */
@Injectable()
class World {
  manifests: Manifest[] = [aManifest()];
  /** Files that cannot be imported. */
  broken: BrokenFile[] = [];
  datasets: Record<string, TableVersion> = { flights: aTable({ data_hash: `sha256:${'2'.repeat(64)}` }) };
  /** The visibility of a dataset; by default the project's. */
  access: Record<string, ObjectAccess> = {};
  attestation: Attestation = anAttestation();
  execution: ExecutionResult = anExecution(aTable());
  executions = 0;
  /** The current rights of authors, where they changed; null for a disabled one. */
  authors: Record<string, Principal | null> = {};
  go: () => void = () => undefined;
  held = Promise.resolve();

  /** Executions wait until `go`. */
  hold(): void {
    this.held = new Promise((resolve) => {
      this.go = resolve;
    });
  }
}

@Controller()
class FakeCompute implements OnModuleInit {
  constructor(
    @Inject(World) private readonly world: World,
    private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.queue.work(derivationExecution, async (_, run) => {
      this.world.executions += 1;
      await this.world.held;
      run.progress(1, 2, 'second run');
      return this.world.execution;
    });
  }

  @Handles(describeProject)
  describe(): ResponseOf<typeof describeProject> {
    return {
      manifests: this.world.manifests,
      sources: Object.fromEntries(this.world.manifests.map((it) => [it.name, 'def …'])),
      environment,
      broken: this.world.broken,
    };
  }

  @Handles(resolveDatasets)
  resolve(
    { names: asked, as }: RequestOf<typeof resolveDatasets>,
    { principal: caller }: CallContext,
  ): ResponseOf<typeof resolveDatasets> {
    const principal = as ?? caller;
    const names = asked.filter((name) => maySee(this.world.access[name] ?? OPEN, principal));
    const found = names.flatMap((name) => {
      const version = this.world.datasets[name];
      return version === undefined ? [] : [[name, { version, created_at: '2026-01-01T00:00:00Z' }] as const];
    });
    return {
      datasets: Object.fromEntries(found),
      missing: asked.filter((name) => !names.includes(name) || this.world.datasets[name] === undefined),
      known: Object.keys(this.world.datasets),
    };
  }

  @Handles(startExecution)
  start(request: RequestOf<typeof startExecution>, { principal, credential }: CallContext): Promise<Job> {
    return this.queue.submit(derivationExecution, {
      payload: request,
      principal,
      credential,
      dedupeKey: request.command_id,
    });
  }

  @Handles(queryTables)
  query(): ResponseOf<typeof queryTables> {
    return {
      columns: aTable().columns,
      rows: [['morning', 4]],
      row_count: 1,
      truncated: true,
      duration_ms: 1,
      cached: false,
      settled: true,
    };
  }
}

/** cert-service on real Postgres, NATS and Redis, beside a scripted compute-service. */
export interface CertHarness {
  readonly world: World;
  readonly gateway: RpcClient;
  /** Of the gateway's process, which holds leases as services do. */
  readonly holders: FactHolders;
  readonly natsUrl: string;
  /** Signs as a process that holds the key of that service. */
  signerOf(service: ServiceName): PrincipalSigner;
  readonly cert: BootedService;
  readonly auditDirectory: string;
  /** Of the key that signs certificates. */
  readonly keyFile: string;
  readonly warehouse: Warehouse;
  readonly postgres: PrivateServer;
  /** Changes the bytes of a stored object. */
  damage(object: string): Promise<void>;
  /** A second replica of cert-service. */
  replica(): Promise<BootedService>;
  stop(): Promise<void>;
}

/** With `oracle: 'real'`, rows are judged by the oracle in its own process; else the world says what it answers. */
export async function startCert({
  oracle = 'scripted',
}: { readonly oracle?: 'real' | 'scripted' } = {}): Promise<CertHarness> {
  const [postgres, nats, redis] = await Promise.all([startPostgres({ fsync: false }), startNats(), startRedis()]);
  const directory = scratchDirectory('cert');
  const identity = serviceIdentities(directory, SERVICES);
  const keyFile = join(directory, 'certificate.key');
  const [auditDirectory, warehouse] = [join(directory, 'audit'), await openWarehouse(join(directory, 'warehouse'))];
  await warehouse.put(Buffer.from(ROWS));
  const configOf = (service: ServiceName): Config =>
    readConfig(configSchema, {
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_REDIS_URL: redis.url,
      SVC_LOG_LEVEL: 'silent',
      SVC_SHUTDOWN_GRACE_MS: '2000',
      SVC_CERTIFICATE_KEY: keyFile,
      SVC_CHECKPOINT_KEY: join(directory, 'checkpoint.key'),
      SVC_AUDIT_DIR: auditDirectory,
      SVC_WAREHOUSE: join(directory, 'warehouse'),
      SVC_ISSUER: 'test',
      SVC_WORKER_ISOLATION: 'none',
      ...identity(service),
    });
  const world = new World();
  const compute = await bootService(fakeCompute(configOf('compute'), world), configOf('compute'));
  const gateway = await bootService(
    fakeGateway(configOf('gateway'), (id) => authorOf(id, world), warehouse.results),
    configOf('gateway'),
  );
  const replica = (): Promise<BootedService> =>
    bootService(composed(configOf('cert'), oracle === 'real' ? realOracle : scriptedOracle(world)), configOf('cert'));
  const cert = await replica();
  return {
    world,
    cert,
    postgres,
    auditDirectory,
    keyFile,
    warehouse,
    replica,
    damage: (object) => rewriteFile(objectPath(join(directory, 'warehouse'), object), flipped),
    gateway: gateway.app.get(RpcClient),
    holders: gateway.app.get(FactHolders),
    natsUrl: nats.url,
    signerOf: (service) => signerOf(service, configOf(service)),
    async stop() {
      for (const service of [cert, gateway, compute]) await service.stop();
      await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function signerOf(service: ServiceName, { SVC_PRINCIPAL_KEY_FILE: file }: Config): PrincipalSigner {
  return new PrincipalSigner(service, privateKeyFrom(readFileSync(file, 'utf8')));
}

/** The service as composed, but for what is told about the oracle. */
function composed(config: Config, oracle: Provider): DynamicModule {
  const real = CertServiceModule.register(config);
  // The thread's program from the current sources, not from the last build.
  const printer = {
    provide: CERTIFICATE_PRINTER,
    useFactory: () => new PrintingThread(join(__dirname, '../src/certificate-pdf/test/run-print-page.js')),
  };
  const replaced = new Map<unknown, DynamicModule>([
    [OracleModule, { module: OracleModule, providers: [oracle] }],
    [CertificatePdfModule, { module: CertificatePdfModule, providers: [printer] }],
  ]);
  return { ...real, imports: (real.imports ?? []).map((it) => replaced.get(it) ?? it) };
}

function authorOf(id: string, { authors }: World): Principal | null {
  const known = [...Object.values(CALLERS), ADMIN].find((it) => it.id === id) ?? { ...EDITOR, id };
  return authors[id] === undefined ? known : authors[id];
}

function fakeCompute(config: Config, world: World): DynamicModule {
  return {
    module: class Compute {},
    imports: [PlatformModule.register({ service: 'compute', config, migrations: [] })],
    controllers: [FakeCompute],
    providers: [{ provide: World, useValue: world }],
  };
}
