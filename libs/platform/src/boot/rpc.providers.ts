import type { FactoryProvider } from '@nestjs/common';
import type { Logger } from 'pino';
import { ClaimedPayloads } from '../claim-check/claimed-payload';
import { readTextFile } from '../config/config';
import { Readiness } from '../health/readiness';
import { createLogger } from '../log/create-logger';
import { LogLines } from '../log/log-lines';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { NatsLink } from '../nats/nats-link';
import { natsOptions } from '../nats/nats-options';
import { type PrincipalKeys, readPrincipalKeys } from '../principal/principal-keys';
import { PrincipalSigner } from '../principal/principal-signer';
import { PrincipalVerifier } from '../principal/principal-verifier';
import { Bus } from '../rpc/client/bus';
import { InFlight } from '../rpc/server/in-flight';
import { Refusals } from '../rpc/server/report-refusals';
import { RpcClient } from '../rpc/client/rpc-client';
import { RpcServer } from '../rpc/server/rpc-server';
import type { PlatformOptions } from './platform-options';
import { LOGGER } from '../config/tokens';

const KEYS = Symbol('svc.principal-keys');

/** The providers of a service for calls, logging and monitoring. */
export function rpcProviders({ service, config, claimChecks, rights }: PlatformOptions): FactoryProvider[] {
  return [
    ...logProviders(service, config),
    ...callProviders(service, config),
    { provide: Readiness, useFactory: () => new Readiness() },
    { provide: KEYS, useFactory: () => readPrincipalKeys(service, config, readTextFile) },
    {
      provide: PrincipalSigner,
      useFactory: (keys: PrincipalKeys) => new PrincipalSigner(service, keys.own),
      inject: [KEYS],
    },
    {
      provide: PrincipalVerifier,
      useFactory: (keys: PrincipalKeys) => new PrincipalVerifier(keys.keyring, Date.now, rights),
      inject: [KEYS],
    },
    {
      provide: NatsLink,
      useFactory: (logger: Logger, readiness: Readiness, metrics: PlatformMetrics) =>
        watched(new NatsLink(natsOptions(service, config), logger), readiness, metrics),
      inject: [LOGGER, Readiness, PlatformMetrics],
    },
    {
      provide: ClaimedPayloads,
      useFactory: (link: NatsLink) => new ClaimedPayloads(claimChecks ?? null, () => link.maxPayload),
      inject: [NatsLink],
    },
  ];
}

function callProviders(service: PlatformOptions['service'], config: PlatformOptions['config']): FactoryProvider[] {
  return [
    {
      provide: RpcClient,
      useFactory: (link: NatsLink, signer: PrincipalSigner, payloads: ClaimedPayloads, metrics: PlatformMetrics) =>
        new RpcClient(service, new Bus(link), signer, payloads, metrics),
      inject: [NatsLink, PrincipalSigner, ClaimedPayloads, PlatformMetrics],
    },
    ...servingProviders(service, config),
  ];
}

/** Answers calls, and reports refusals. */
function servingProviders(service: PlatformOptions['service'], config: PlatformOptions['config']): FactoryProvider[] {
  return [
    {
      provide: Refusals,
      useFactory: (rpc: RpcClient, logger: Logger) => new Refusals(service, rpc, logger),
      inject: [RpcClient, LOGGER],
    },
    {
      provide: RpcServer,
      useFactory: (
        link: NatsLink,
        verifier: PrincipalVerifier,
        refusals: Refusals,
        payloads: ClaimedPayloads,
        metrics: PlatformMetrics,
        logger: Logger,
      ) =>
        new RpcServer({ service, graceMs: config.SVC_SHUTDOWN_GRACE_MS }, link, {
          verifier,
          refusals,
          payloads,
          metrics,
          logger,
          inFlight: new InFlight(),
          maxConcurrency: config.SVC_MAX_CONCURRENCY,
        }),
      inject: [NatsLink, PrincipalVerifier, Refusals, ClaimedPayloads, PlatformMetrics, LOGGER],
    },
  ];
}

function logProviders(service: string, config: PlatformOptions['config']): FactoryProvider[] {
  return [
    { provide: LogLines, useFactory: () => new LogLines() },
    {
      provide: LOGGER,
      useFactory: (destination: LogLines) => createLogger({ service, level: config.SVC_LOG_LEVEL, destination }),
      inject: [LogLines],
    },
    {
      provide: PlatformMetrics,
      useFactory: (lines: LogLines) => measured(new PlatformMetrics(service), lines),
      inject: [LogLines],
    },
  ];
}

function measured(metrics: PlatformMetrics, lines: LogLines): PlatformMetrics {
  metrics.watchLog(() => lines.dropped);
  return metrics;
}

/** Readiness and metrics read the link's own state, so they cannot say anything else. */
function watched(link: NatsLink, readiness: Readiness, metrics: PlatformMetrics): NatsLink {
  readiness.register({
    name: 'nats',
    check: () => (link.connected ? Promise.resolve() : Promise.reject(new Error('NATS is unavailable'))),
  });
  link.onReturn(metrics.watchNats(() => link.connected));
  return link;
}
