import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { PlatformConfig } from '../config/platform-config';
import { Readiness } from '../health/readiness';
import { NestLogger } from '../log/nest-logger';
import { type MetricsServer, serveMetrics } from '../metrics/metrics-server';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { NatsLink } from '../nats/nats-link';
import { RpcServer } from '../rpc/server/rpc-server';
import { stopService } from './stop-service';
import { LOGGER } from '../config/tokens';

/** Adds what only one service needs to its HTTP side (the gateway: parsers, filters) before it listens. */
export type ConfigureHttp<C extends PlatformConfig> = (app: NestExpressApplication, config: C) => void | Promise<void>;

/** A service that takes requests. */
export interface BootedService {
  /** For `app.get(SomeProvider)`. */
  readonly app: NestExpressApplication;
  /** Base address of its HTTP port. */
  readonly url: string;
  /** Base address of `/metrics`. */
  readonly metricsUrl: string;
  readonly logger: Logger;
  /** Resolves if the service can no longer do its work and must be restarted. */
  readonly failed: Promise<Error>;
  /** Shuts down: not ready → no new work → running work finishes within the grace period → everything closes. */
  stop(): Promise<void>;
}

async function createApp(module: DynamicModule): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    abortOnError: false,
    bodyParser: false,
    logger: false,
  });
  app.useLogger(new NestLogger(app.get<Logger>(LOGGER)));
  app.disable('x-powered-by');
  return app;
}

/**
 * Starts a service inside this process and resolves when it takes requests. HTTP comes first, so that probes can say "alive,
 * not ready" while NATS is away. Rejects, with nothing left running, when it cannot start.
 */
export async function bootService<C extends PlatformConfig>(
  module: DynamicModule,
  config: C,
  configure?: ConfigureHttp<C>,
): Promise<BootedService> {
  const app = await createApp(module);
  const logger = app.get<Logger>(LOGGER);
  let metrics: MetricsServer | undefined;
  try {
    await configure?.(app, config);
    await app.init();
    await app.listen(config.SVC_HTTP_PORT, config.SVC_HTTP_HOST);
    metrics = await serveMetrics(app.get(PlatformMetrics), config.SVC_METRICS_HOST, config.SVC_METRICS_PORT);
    app.connectMicroservice({ strategy: app.get(RpcServer) });
    await app.startAllMicroservices();
  } catch (error) {
    metrics?.close();
    await app.get(NatsLink).close();
    await app.close().catch(() => undefined);
    throw error;
  }
  const url = await app.getUrl();
  logger.info({ url, metrics: metrics.url }, 'taking requests');
  const stop = async (): Promise<void> => {
    await stopService(app, app.get(Readiness), config.SVC_SHUTDOWN_GRACE_MS);
    metrics.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    app,
    url,
    metricsUrl: metrics.url,
    logger,
    failed: app.get(NatsLink).failed,
    stop: () => (stopped ??= stop()),
  };
}
