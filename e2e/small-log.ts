import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Client, createClient, SERVICES, type ServiceName } from '@svc/contracts';
import {
  type PrivateServer,
  type RunningService,
  scratchDirectory,
  serviceIdentities,
  startNats,
  startPostgres,
  startRedis,
  startService,
} from '@svc/testing';

const ROOT = path.resolve(__dirname, '..');

/** A gateway and the service behind the audit log, beside the stack, whose log is sealed every few records; a full one of the stack's has 40,000. */
export class SmallLog {
  private constructor(
    readonly directory: string,
    readonly client: Client,
    private readonly access: { readonly SVC_URL: string; readonly SVC_TOKEN: string },
    private readonly services: readonly RunningService[],
    private readonly servers: readonly PrivateServer[],
  ) {}

  static async start(): Promise<SmallLog> {
    const [postgres, nats, redis] = await Promise.all([startPostgres({ fsync: false }), startNats(), startRedis()]);
    const directory = scratchDirectory('small-log');
    const identity = serviceIdentities(directory, SERVICES);
    const at = (name: string): string => path.join(directory, name);
    const env = (service: ServiceName, own: Readonly<Record<string, string>>): Record<string, string> => ({
      SVC_NATS_URL: nats.url,
      SVC_POSTGRES_URL: postgres.url,
      SVC_REDIS_URL: redis.url,
      SVC_WAREHOUSE: at('warehouse'),
      ...identity(service),
      ...own,
    });
    const cert = await startService('cert-service', {
      env: env('cert', {
        SVC_AUDIT_DIR: at('audit'),
        SVC_CERTIFICATE_KEY: at('certificate.key'),
        SVC_CHECKPOINT_KEY: at('checkpoint.key'),
        SVC_AUDIT_SEGMENT_BYTES: '8192',
        SVC_CHECKPOINT_RECORDS: '5',
      }),
    });
    const gateway = await startService('gateway', { env: env('gateway', { SVC_BOOTSTRAP_TOKEN_FILE: at('token') }) });
    const access = { SVC_URL: gateway.url, SVC_TOKEN: readFileSync(at('token'), 'utf8').trim() };
    return new SmallLog(
      directory,
      createClient({ baseUrl: access.SVC_URL, token: access.SVC_TOKEN }),
      access,
      [gateway, cert],
      [postgres, nats, redis],
    );
  }

  /** Runs `svc …` in this log's folder; against the service, or, `offline`, knowing of none. */
  svc(args: readonly string[], { offline = false } = {}): Promise<{ readonly code: number; readonly stdout: string }> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NO_COLOR: '1', ...(offline ? {} : this.access) };
    return new Promise((resolve) => {
      execFile(path.join(ROOT, 'svc'), [...args], { cwd: this.directory, env }, (error, stdout) => {
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout });
      });
    });
  }

  /** Ends the services: what is left is what was taken out of them. */
  async silence(): Promise<void> {
    for (const service of this.services) if (service.running) await service.stop();
  }

  async stop(): Promise<void> {
    await this.silence();
    await Promise.all(this.servers.map((it) => it.stop()));
    rmSync(this.directory, { recursive: true, force: true });
  }
}
