import { rmSync } from 'node:fs';
import type { Type } from '@nestjs/common';
import { type Principal, SERVICE_RIGHTS, type ServiceName } from '@svc/contracts';
import { type NatsOptions, type PrivateServer, startNats } from '@svc/testing';
import { connect, type NatsConnection } from 'nats';
import { type BootedService, bootService } from '../src/boot/boot-service';
import { PlatformModule } from '../src/boot/platform.module';
import type { ClaimCheckStore } from '../src/claim-check/claim-check-store';
import { readConfig } from '../src/config/config';
import { platformConfig } from '../src/config/platform-config';
import { RpcClient } from '../src/rpc/client/rpc-client';
import { type PrincipalKeyFiles, principalKeyFiles } from './principal-keys';

export const ANALYST: Principal = {
  id: 'user:ada',
  kind: 'user',
  role: 'editor',
  scopes: ['metric:read', 'metric:query'],
  groups: ['team'],
};

/** Metrics may make the test's call that goes on, also in its own name. */
const ON = ['svc.compute.test.relay'];
const TEST_RIGHTS = { ...SERVICE_RIGHTS, metrics: { calls: ON, asItself: ON, scopes: [] } };

export interface SideOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly claimChecks?: ClaimCheckStore;
}

/** A real NATS server and services of this process around it. */
export class RpcSides {
  private readonly running: (() => Promise<void>)[] = [];

  private constructor(
    readonly nats: PrivateServer,
    readonly keys: PrincipalKeyFiles,
  ) {}

  static async start(options: NatsOptions = {}): Promise<RpcSides> {
    return new RpcSides(await startNats(options), principalKeyFiles());
  }

  environment(service: ServiceName): Record<string, string> {
    return {
      SVC_NATS_URL: this.nats.url,
      SVC_PRINCIPAL_KEY_FILE: this.keys.keyFile(service),
      SVC_PRINCIPAL_KEYRING_FILE: this.keys.SVC_PRINCIPAL_KEYRING_FILE,
      SVC_LOG_LEVEL: 'silent',
      SVC_SHUTDOWN_GRACE_MS: '2000',
    };
  }

  /** Boots a service whose controllers are `controllers`; it stops with the sides. */
  async boot(
    service: ServiceName,
    controllers: readonly Type[] = [],
    { env = {}, claimChecks }: SideOptions = {},
  ): Promise<BootedService> {
    const config = readConfig(platformConfig, { ...this.environment(service), ...env });
    const platform = PlatformModule.register({
      service,
      config,
      rights: TEST_RIGHTS,
      ...(claimChecks === undefined ? {} : { claimChecks }),
    });
    const booted = await bootService(
      { module: class TestService {}, imports: [platform], controllers: [...controllers] },
      config,
    );
    this.running.push(() => booted.stop());
    return booted;
  }

  /** The client of a gateway, which calls what the others serve. */
  async caller(options: SideOptions = {}): Promise<RpcClient> {
    return (await this.boot('gateway', [], options)).app.get(RpcClient);
  }

  /** A bare connection, for messages that no client of ours would send. */
  async bare(): Promise<NatsConnection> {
    const connection = await connect({ servers: this.nats.url });
    this.running.push(() => connection.close());
    return connection;
  }

  async stop(): Promise<void> {
    for (const stop of this.running.reverse()) await stop();
    await this.nats.stop();
    rmSync(this.keys.directory, { recursive: true, force: true });
  }
}
