import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { refusingStore } from '../claim-check/storage-refusal';
import { CLOCK, systemClock } from '../clock/clock';
import { DataModule } from './data.module';
import { HealthController } from '../health/health.controller';
import { Readiness } from '../health/readiness';
import { FactHolders } from '../leased-fact/fact-holders';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { NatsLink } from '../nats/nats-link';
import { PrincipalSigner } from '../principal/principal-signer';
import { PrincipalVerifier } from '../principal/principal-verifier';
import { RpcClient } from '../rpc/client/rpc-client';
import { Refusals } from '../rpc/server/report-refusals';
import { RpcServer } from '../rpc/server/rpc-server';
import { ConfigError } from '../config/config-error';
import type { PlatformOptions } from './platform-options';
import { rpcProviders } from './rpc.providers';
import { CLAIM_CHECKS, CONFIG, LOGGER, SERVICE } from '../config/tokens';

/** The base of every service; global, so a feature module injects `RpcClient` without importing anything. */
@Module({ controllers: [HealthController] })
export class PlatformModule implements OnModuleInit {
  constructor(@Inject(NatsLink) private readonly link: NatsLink) {}

  static register(given: PlatformOptions): DynamicModule {
    const options =
      given.claimChecks === undefined ? given : { ...given, claimChecks: refusingStore(given.claimChecks) };
    const shared = options.shared ?? [];
    const values = [
      { provide: CONFIG, useValue: options.config },
      { provide: SERVICE, useValue: options.service },
      { provide: CLOCK, useValue: systemClock },
      { provide: CLAIM_CHECKS, useValue: options.claimChecks ?? null },
    ];
    return {
      module: PlatformModule,
      global: true,
      imports: dataImports(options),
      providers: [...values, ...rpcProviders(options), FactHolders, ...shared],
      exports: [
        CONFIG,
        SERVICE,
        CLAIM_CHECKS,
        CLOCK,
        LOGGER,
        Readiness,
        PlatformMetrics,
        PrincipalSigner,
        PrincipalVerifier,
        NatsLink,
        RpcClient,
        Refusals,
        RpcServer,
        FactHolders,
        ...shared.map(({ provide }) => provide),
      ],
    };
  }

  /**
   * Starts connecting early, so that jobs and sweeps may call as soon as it works; callers that need the connection
   * wait for it.
   */
  onModuleInit(): void {
    this.link.open().catch(() => undefined);
  }
}

function dataImports({ service, config, entities, migrations }: PlatformOptions): DynamicModule[] {
  if (entities === undefined && migrations === undefined) return [];
  if (config.SVC_POSTGRES_URL === undefined)
    throw new ConfigError([
      'SVC_POSTGRES_URL is missing. Set it to a postgres://user:password@host:port/database URL.',
    ]);
  return [
    DataModule.register({
      service,
      url: config.SVC_POSTGRES_URL,
      connectTimeoutMs: config.SVC_POSTGRES_PATIENCE_MS,
      ...(entities === undefined ? {} : { entities }),
      ...(migrations === undefined ? {} : { migrations }),
    }),
  ];
}
