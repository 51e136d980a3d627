import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Principal, type ServiceName, SERVICES } from '@svc/contracts';
import { type BootedService, bootService, PlatformModule, readConfig, RpcClient } from '@svc/platform';
import { type PrivateServer, scratchDirectory, serviceIdentities, startNats, startPostgres } from '@svc/testing';
import { Client } from 'pg';
import { type Config, configSchema } from '../../src/config';
import { auditReplica } from './audit-replica';
import { ReplicaChild } from './audit-replica-child';

export const GATEWAY: Principal = { id: 'service:gateway', kind: 'service', role: 'viewer', scopes: [], groups: [] };
export const AUDITOR: Principal = {
  id: 'token:auditor',
  kind: 'token',
  role: 'admin',
  scopes: ['audit:read'],
  groups: [],
};

/** Real Postgres and NATS, a caller, and as many replicas of the audit log as a test needs, in this process or in their own. */
export class AuditCluster {
  private readonly booted: BootedService[] = [];
  private readonly children: ReplicaChild[] = [];

  private constructor(
    readonly postgres: PrivateServer,
    readonly nats: PrivateServer,
    readonly directory: string,
    private readonly environment: (service: ServiceName) => Readonly<Record<string, string>>,
    private readonly gateway: BootedService,
  ) {}

  static async start(): Promise<AuditCluster> {
    const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
    const directory = scratchDirectory('audit');
    const identity = serviceIdentities(directory, SERVICES);
    const environment = (service: ServiceName): Record<string, string> => ({
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_LOG_LEVEL: 'silent',
      SVC_SHUTDOWN_GRACE_MS: '2000',
      SVC_MAX_CONCURRENCY: '2000',
      SVC_CERTIFICATE_KEY: join(directory, 'certificate.key'),
      SVC_CHECKPOINT_KEY: join(directory, 'checkpoint.key'),
      SVC_AUDIT_DIR: join(directory, 'audit'),
      SVC_WAREHOUSE: join(directory, 'warehouse'),
      SVC_ISSUER: 'test',
      ...identity(service),
    });
    const config = readConfig(configSchema, environment('gateway'));
    const gateway = await bootService(PlatformModule.register({ service: 'gateway', config }), config);
    return new AuditCluster(postgres, nats, directory, environment, gateway);
  }

  get auditDirectory(): string {
    return join(this.directory, 'audit');
  }

  get rpc(): RpcClient {
    return this.gateway.app.get(RpcClient);
  }

  config(over: Readonly<Record<string, string>> = {}): Config {
    return readConfig(configSchema, { ...this.environment('cert'), ...over });
  }

  /** A replica in this process. */
  async replica(over: Readonly<Record<string, string>> = {}): Promise<BootedService> {
    const config = this.config(over);
    const booted = await bootService(auditReplica(config), config);
    this.booted.push(booted);
    return booted;
  }

  /** A replica in a process of its own, taking requests. */
  async child(over: Readonly<Record<string, string>> = {}): Promise<ReplicaChild> {
    const child = ReplicaChild.start({ ...this.environment('cert'), SVC_LOG_LEVEL: 'info', ...over });
    this.children.push(child);
    return child.untilReady();
  }

  /** Kills the connection that holds the writer's lease; returns how many there were. */
  async cutLease(): Promise<number> {
    return this.sql(`
      SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
      WHERE a.application_name = 'svc-lease-audit-log' AND l.locktype = 'advisory' AND l.granted`);
  }

  /** Runs a statement as the database's operator would; returns the number of rows. */
  async sql(statement: string): Promise<number> {
    const admin = new Client({ connectionString: this.postgres.url });
    await admin.connect();
    try {
      return (await admin.query(statement)).rowCount ?? 0;
    } finally {
      await admin.end();
    }
  }

  /** Stops every replica: those in this process gracefully, the others at once. */
  async stopReplicas(): Promise<void> {
    await Promise.all(this.children.splice(0).map((child) => child.end('SIGKILL')));
    for (const service of this.booted.splice(0)) await service.stop();
  }

  async stop(): Promise<void> {
    await this.stopReplicas();
    await this.gateway.stop();
    await Promise.all([this.postgres.stop(), this.nats.stop()]);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
