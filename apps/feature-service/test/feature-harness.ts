import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, type DynamicModule, Inject, Injectable } from '@nestjs/common';
import {
  type CertifiedSource,
  type Column,
  type Endpoint,
  type Principal,
  type RequestInput,
  type RequestOf,
  resolveDerivations,
  type ResponseOf,
  type ServiceName,
  SERVICES,
} from '@svc/contracts';
import { type BootedService, bootService, Handles, PlatformModule, readConfig, RpcClient } from '@svc/platform';
import { type PrivateServer, scratchDirectory, serviceIdentities, startNats, startPostgres } from '@svc/testing';
import { type Config, configSchema } from '../src/config';
import { FeatureServiceModule } from '../src/feature-service.module';

/** The derivations of cert-service, as tests set and change them. */
@Injectable()
export class Derivations {
  readonly sources = new Map<string, CertifiedSource>();

  /** A certified derivation with these columns. */
  certify(name: string, columns: readonly Column[]): void {
    const digit = String((this.sources.size % 9) + 1);
    this.sources.set(name, {
      derivation: name,
      certified: true,
      reason: 'certified',
      run: `00000000-0000-4000-8000-00000000000${digit}`,
      verdict: 'sound',
      table: {
        data_hash: `sha256:${digit.repeat(64)}`,
        object: digit.repeat(64),
        rows: 0,
        bytes: 1,
        columns: [...columns],
      },
      params: {},
      certificate_digest: `sha256:${'a'.repeat(63)}${digit}`,
      as_of: '2024-03-01T00:00:00Z',
    });
  }

  withdraw(name: string, reason: string): void {
    const source = this.sources.get(name);
    if (source !== undefined) this.sources.set(name, { ...source, certified: false, reason });
  }
}

@Controller()
class FakeCertService {
  constructor(@Inject(Derivations) private readonly derivations: Derivations) {}

  @Handles(resolveDerivations)
  resolve({ names }: RequestOf<typeof resolveDerivations>): ResponseOf<typeof resolveDerivations> {
    const found = new Map(
      names.flatMap((name) => {
        const source = this.derivations.sources.get(name);
        return source === undefined ? [] : [[name, source] as const];
      }),
    );
    return { sources: Object.fromEntries(found), missing: names.filter((name) => !found.has(name)) };
  }
}

/** feature-service on real Postgres and NATS, beside a scripted cert-service, asked as the gateway asks it. */
export interface FeatureHarness {
  readonly nats: PrivateServer;
  readonly postgres: PrivateServer;
  readonly service: BootedService;
  readonly derivations: Derivations;
  ask(endpoint: Endpoint, request: RequestInput<Endpoint>, who: Principal): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startFeature(): Promise<FeatureHarness> {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  const directory = scratchDirectory('feature');
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
  const derivations = new Derivations();
  const cert = await bootService(certBeside(configOf('cert'), derivations), configOf('cert'));
  const edge = configOf('gateway');
  const gateway = await bootService(PlatformModule.register({ service: 'gateway', config: edge }), edge);
  const service = await bootService(FeatureServiceModule.register(configOf('feature')), configOf('feature'));
  const rpc = gateway.app.get(RpcClient);
  return {
    nats,
    postgres,
    service,
    derivations,
    ask: (endpoint, request, principal) => rpc.call(endpoint, request, { principal }),
    async stop() {
      for (const one of [service, gateway, cert]) await one.stop();
      await Promise.all([postgres.stop(), nats.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function certBeside(config: Config, derivations: Derivations): DynamicModule {
  return {
    module: class Beside {},
    imports: [PlatformModule.register({ service: 'cert', config })],
    controllers: [FakeCertService],
    providers: [{ provide: Derivations, useValue: derivations }],
  };
}
